/** The page on which customers return items of an order, and the links to it. */

export const link = 'Retourner des articles'
export const see = 'Voir vos retours'
export const title = 'Retours'
export const ofOrder = (number: string) => `Commande ${number}`
export const heading = (number: string) => `Retours de la commande ${number}`
export const description = 'Retournez des articles de votre commande.'
export const backToOrder = 'Revenir à votre commande'

export const ask = 'Que souhaitez-vous retourner?'
export const until = (day: string) =>
  `Faites votre demande au plus tard le ${day} et nous l’acceptons aussitôt. Après cette date, et pour les articles en vente finale, nous décidons et vous écrivons.`
export const howMany = (item: string) => `Quantité à retourner : ${item}`
export const why = 'Pourquoi?'
export const chooseReason = 'Choisissez une raison'
export const reasons = {
  'too-small': 'Trop petit',
  'too-large': 'Trop grand',
  'not-as-shown': 'Différent des photos',
  faulty: 'Défectueux ou endommagé',
  'wrong-item': 'Ce n’est pas ce que j’ai commandé',
  'changed-mind': 'J’ai changé d’avis',
  withdrawn: 'Rétractation du contrat',
  other: 'Une autre raison',
}
export const wish = 'Que souhaitez-vous en échange?'
export const wishes = {
  money: 'Un remboursement, comme j’ai payé',
  credit: 'Un crédit en magasin',
  exchange: 'Une autre taille ou un autre article',
}
export const instead = (item: string) => `À la place : ${item}`
export const chooseInstead = 'Choisissez ce que vous souhaitez à la place'
export const onlyForExchange = 'Seulement si vous souhaitez une autre taille ou un autre article.'
export const sameItem = (name: string) => `${name} : même prix`
export const otherItem = (name: string, price: string) => `${name} : ${price} aujourd’hui`
export const holding = (day: string) =>
  `Nous le réservons pour vous jusqu’au ${day}, et l’envoyons dès que le vôtre est arrivé.`
export const costsSame = 'Le prix est le même : il n’y a rien à payer.'
export const costsMore = (amount: string) =>
  `Il coûte ${amount} de plus. Dès que le vôtre est arrivé, nous vous envoyons un lien pour payer la différence, puis l’article.`
export const costsLess = (amount: string) =>
  `Il coûte ${amount} de moins, que nous vous remboursons dès que le vôtre est arrivé.`
export const difference = 'Différence'
export const withBonus = (percent: number) => `Un crédit en magasin, et ${percent} % de plus`
export const method = 'Comment nous l’enverrez-vous?'
export const free = 'gratuit'
export const costs = (fee: string) => `${fee} de votre remboursement`
export const methodWith = (name: string, cost: string) => `${name} (${cost})`
export const note = 'Devrions-nous savoir autre chose? (facultatif)'
export const photos = 'Photos, par exemple d’un défaut'
export const photosHint =
  'Jusqu’à 6, d’au plus 25 Mo chacune : JPEG, PNG, WebP ou AVIF. Vous et nous sommes seuls à les voir.'
export const photosWithoutScript =
  'Pour ajouter des photos, activez JavaScript, ou envoyez-les-nous plus tard par courriel.'
export const photo = (number: number) => `Votre photo ${number}`
export const remove = 'Retirer'
export const removePhoto = (number: number) => `Retirer la photo ${number}`
export const sendingPhoto = (file: string) => `Envoi de ${file}...`
export const photoSent = (count: number) => (count === 1 ? '1 photo ajoutée.' : `${count} photos ajoutées.`)
export const photoFault = (file: string, why: string) => `${file} : ${why}`
export const photoFaults = {
  'too-many-bytes': 'Cette photo dépasse 25 Mo. Réduisez-la, puis ajoutez-la de nouveau.',
  'not-a-picture': 'Nous ne pouvons pas lire ce fichier comme une photo. Utilisez JPEG, PNG, WebP ou AVIF.',
  'heic-picture':
    'C’est une photo HEIC, que les navigateurs ne peuvent pas afficher. Enregistrez-la en JPEG, puis ajoutez le JPEG.',
  'too-many-pixels': 'Cette photo a trop de pixels. Réduisez-la, puis ajoutez-la de nouveau.',
  'too-much-memory': 'Cette photo est trop grande pour être lue. Réduisez-la, puis ajoutez-la de nouveau.',
  'too-many-photos': 'Vous pouvez ajouter 6 photos. Retirez-en une d’abord.',
  'return-closed': 'Nous avons déjà ce retour, ou il est terminé.',
  failed: 'Elle n’a pas été envoyée. Réessayez : tout le reste est toujours là.',
}
export const next = 'Continuer'

export const check = 'Vérifiez votre retour'
export const item = (name: string, reason: string) => `${name} : ${reason}`
export const worth = 'Pour les articles'
export const fee = 'Moins, pour leur envoi'
export const refund = 'Vous recevrez'
export const refundNote = 'Une fois les articles arrivés, et selon leur état.'
export const staffDecide = (day: string) =>
  `Nous examinons d’abord votre demande, et vous écrivons au plus tard le ${day}.`
export const reviews = {
  late: 'Le délai de retour est passé.',
  final: 'Certains articles étaient en vente finale.',
  country: 'Nous n’acceptons habituellement pas les retours de votre pays.',
  faulty: 'Quelque chose ne va pas. L’envoi ne vous coûte rien.',
  withdrawn: 'Vous vous êtes rétracté du contrat.',
}
export const photoNeeded = 'Quelque chose ne va pas. Ajoutez-en une photo, et le renvoi ne vous coûte rien.'
export const confirm = 'Demander ce retour'
export const change = 'Modifier'

export const faults = {
  'nothing-chosen': 'Choisissez combien d’unités d’un article vous souhaitez retourner.',
  'no-reason': 'Dites pourquoi vous le retournez.',
  'too-many':
    'Certains de ces articles font partie d’un autre retour ou ont été remboursés. Choisissez parmi ce qui reste.',
  'no-exchange': 'Choisissez ce que vous souhaitez à la place de chaque article.',
  'sold-out':
    'Ce que vous avez choisi s’est vendu entre-temps. Choisissez parmi ce qui reste, ou demandez un remboursement.',
  'price-changed': 'Le prix de ce que vous avez choisi a changé. Voyez le nouveau prix.',
  'unknown-method': 'Choisissez comment vous l’enverrez.',
  'not-offered':
    'Nous ne pouvons pas accepter de retour de cette commande maintenant. Écrivez-nous par la page de contact.',
  disputed:
    'Vous avez contesté le paiement de cette commande auprès de votre banque : c’est elle qui décide. Écrivez-nous par la page de contact.',
  'too-late': 'Nous avons déjà ce retour, ou il est terminé.',
}

export const states = {
  asked: { heading: 'Nous l’examinons', next: 'Nous vous écrirons ce que nous décidons.' },
  accepted: { heading: 'Envoyez-le-nous', next: 'Emballez-le bien, et mettez le bordereau dans le colis.' },
  received: {
    heading: 'Il est arrivé',
    next: 'Nous le remboursons ou l’échangeons ensuite, et vous écrivons.',
  },
  refunded: { heading: 'Remboursé', next: 'Nous l’avons reçu et remboursé.' },
  exchanged: {
    heading: 'Échangé',
    next: 'Nous l’avons reçu, et vous envoyons ce que vous souhaitez à la place.',
  },
  declined: { heading: 'Refusé', next: 'Nous ne pouvons pas le reprendre.' },
  cancelled: { heading: 'Vous le gardez', next: 'Vous avez annulé ce retour.' },
}
export const returnOf = (number: string) => `Retour ${number}`
export const items = 'Articles'
export const insteadOfIt = 'À la place'
export const heldUntil = (day: string) => `Nous le réservons pour vous jusqu’au ${day}.`
export const notHeld =
  'Nous ne le réservons plus. Vous l’aurez s’il est toujours là; sinon, nous vous remboursons.'
export const left = (name: string, sizes: string) => `${name} : il reste ${sizes}`
export const noneLeft = (name: string) => `${name} est épuisé dans toutes les tailles.`
export const label = 'Votre étiquette'
export const labelFile = 'Étiquette à imprimer (PDF)'
export const labelCode = (code: string) => `Code à montrer : ${code}`
export const instructions = 'Comment l’envoyer'
export const cancel = 'Le garder finalement'
export const slip = 'Bordereau pour le colis'
export const print = 'Imprimer le bordereau'
export const barcode = (number: string) => `Code-barres du retour ${number}`
