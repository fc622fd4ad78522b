/** The page of a payment link, where a customer pays the extra cost of a changed order. */

export const pageTitle = (number: string) => `Payer la commande ${number}`
export const description = 'Ce qu’il reste à payer pour votre commande.'
export const forOrder = (number: string) => `Commande ${number}`

/** The heading, and what to know, by the state of the link. */
export const states = {
  payable: (amount: string) => ({
    heading: `Payer ${amount}`,
    next: `Nous avons modifié votre commande, et il reste ${amount} à payer. Nous la préparerons dès que ce sera fait.`,
  }),
  paid: (amount: string) => ({
    heading: 'Merci pour votre paiement!',
    next: `Nous avons bien reçu ${amount}. Il ne reste rien à payer.`,
  }),
  settled: () => ({
    heading: 'Il ne reste rien à payer',
    next: 'Tout est réglé, et vous n’avez plus besoin de ce lien.',
  }),
  expired: (amount: string) => ({
    heading: 'Ce lien a expiré',
    next: `Il reste encore ${amount} à payer pour votre commande. Écrivez-nous à partir de la page « Nous joindre », et nous vous enverrons un autre lien.`,
  }),
  cancelled: (amount: string) => ({
    heading: 'Ce lien a été annulé',
    next: `Il reste encore ${amount} à payer pour votre commande. Si cela vous surprend, écrivez-nous à partir de la page « Nous joindre ».`,
  }),
}

/** The same for what was won in a draw. */
export const wonStates = {
  payable: (amount: string, to: string) => ({
    heading: `Vous avez gagné : payez ${amount}`,
    next: `D’ici là, nous gardons vos pièces, à livrer à cette adresse : ${to}. Ce qui n’est pas payé revient à la personne suivante.`,
  }),
  paid: states.paid,
  expired: () => ({
    heading: 'Le délai de paiement est écoulé',
    next: 'Vos pièces sont revenues à la personne suivante. Rien n’a été débité.',
  }),
}

export const wonPayBy = (time: string) => `Veuillez payer au plus tard le ${time}`
export const payBy = (day: string) => `Veuillez payer au plus tard le ${day}.`
export const whatChanged = 'Ce qui a changé'
export const changes = {
  items: { after: 'Maintenant', before: 'Avant' },
  address: { after: 'Nouvelle adresse', before: 'Avant' },
}
export const yourOrder = 'Votre commande'
export const line = (quantity: number, name: string, size: string) => `${quantity} x ${name}, ${size}`
export const leftToPay = 'Reste à payer'
export const payment = 'Paiement'
export const payNow = (amount: string) => `Payer ${amount}`
export const processing = 'Traitement en cours...'
export const seeOrder = 'Voir votre commande'
export const contact = 'Nous joindre'

export const returned =
  'Il ne restait rien à payer quand votre paiement est arrivé. Le montant complet est en route vers votre carte.'
export const lookingIntoIt = 'Nous vérifions votre paiement et vous écrirons par courriel.'
export const pending =
  'Nous avons reçu votre paiement et l’enregistrons. Vous n’avez rien à faire : nous vous écrirons par courriel.'

/** Why the server refuses a payment: the titles of its answers. */
export const noSuchLink =
  'Ce lien de paiement ne fonctionne pas. Copiez le lien en entier à partir du courriel et réessayez.'
export const notPayable = 'Ce lien ne permet plus de payer. Rechargez la page pour voir pourquoi.'
export const unavailable =
  'Les paiements sont impossibles pour le moment. Rien n’a été débité. Réessayez dans quelques minutes.'
export const tooManyDeclines = (wait: string) =>
  `Trop de cartes ont été refusées : nous ne pouvons pas en accepter une autre pour le moment. Rien n’a été débité. Attendez ${wait} et réessayez.`
