import { plural } from './language.ts'

/** A gift card on the page of its product, and in the cart; its own page, where its holder sees what is left on it. */

export const amounts = 'Montant'
export const amount = (amount: string) => `Carte-cadeau de ${amount}`
export const ownAmount = 'Autre montant'
export const ownAmountLabel = 'Montant en dollars'
export const added = (amount: string) => `Carte-cadeau de ${amount} ajoutée au panier`
/** `currency`: `dollars canadiens`. */
export const ownAmountHint = (from: string, to: string, currency: string) =>
  `De ${from} à ${to}, en ${currency}.`
export const wrongAmount = (from: string, to: string) =>
  `Entrez un montant de ${from} à ${to}, par exemple 37,50.`
export const chooseAmount = 'Choisissez un montant.'

export const forWhom = 'Pour qui?'
export const forSomebody = 'Quelqu’un d’autre'
export const forMe = 'Moi'
export const forMeNote = 'Nous l’enverrons à l’adresse courriel de votre commande.'
export const name = 'Nom de la personne'
export const email = 'Adresse courriel de la personne'
export const message = 'Votre message (facultatif)'
export const left = (letters: number) =>
  plural(letters, { one: `${letters} caractère restant`, other: `${letters} caractères restants` })
export const sendOn = 'Date d’envoi'
export const sendOnHint = (zone: string) =>
  `Le matin de ce jour-là (fuseau horaire : ${zone}). Pour aujourd’hui : dès le paiement.`

export const enterName = 'Entrez le nom de la personne qui recevra la carte.'
export const longName = (most: number) => `Le nom ne doit pas dépasser ${most} caractères.`
export const enterEmail = 'Entrez l’adresse courriel de la personne qui recevra la carte.'
export const wrongEmail = 'Entrez une adresse courriel valide.'
export const longMessage = (most: number) => `Le message ne doit pas dépasser ${most} caractères.`
export const wrongDay = 'Choisissez un jour.'
export const pastDay = 'Ce jour est passé. Choisissez aujourd’hui ou un autre jour.'
export const lateDay = 'Choisissez un jour d’ici un an.'

/** The least price, in lists and on its page. */
export const from = (price: string) => `à partir de ${price}`

/** The page that shows what is left. */
export const heading = 'Solde d’une carte-cadeau'
export const description = 'Consultez le solde d’une carte-cadeau.'
export const intro =
  'Entrez le code qui figure dans le courriel ou sur la carte. Les majuscules, les espaces et les traits d’union ne comptent pas.'
export const code = 'Code de la carte-cadeau'
export const show = 'Afficher le solde'
export const unknown =
  'Aucune carte-cadeau ne correspond à ce code. Vérifiez chaque caractère : un code en compte 16.'
export const tooManyTries = (minutes: number) =>
  plural(minutes, {
    one: 'Trop de codes ont été essayés à partir de votre réseau. Réessayez dans une minute.',
    other: `Trop de codes ont été essayés à partir de votre réseau. Réessayez dans ${minutes} minutes.`,
  })
export const cardName = 'Carte-cadeau'
export const leftOnIt = 'Solde'
export const disabled =
  'Cette carte ne peut pas être utilisée. Si vous croyez que c’est une erreur, écrivez-nous.'
export const howToUse =
  'Entrez le code à la caisse. Vous pouvez l’utiliser en plusieurs fois, et la carte n’expire pas.'
export const print = 'Imprimez cette page pour offrir la carte sur papier.'
export const history = 'Historique'
export const columns = { day: 'Jour', what: 'Opération', amount: 'Montant', balance: 'Solde' } as const
/** By the kinds of domain/gift-cards/gift-card.ts. */
export const entries = {
  issue: 'Émission de la carte',
  debit: 'Achat',
  'credit-back': 'Montant remis sur la carte : la commande n’a pas été payée',
  refund: 'Remboursement sur la carte',
  adjust: 'Correction par la boutique',
  void: 'Carte désactivée : son achat a été remboursé',
  restored: 'Montant remis sur la carte : son achat n’a finalement pas été remboursé',
} as const
/** In place of how long a delivery takes, where nothing else is bought. */
export const saleTerms = 'Envoi par courriel. Toutes les ventes sont finales.'
export const sentByEmail = 'Envoi par courriel.'
export const terms = 'Envoi par courriel. La carte n’expire pas.'
export const balanceLink = 'Vérifier un solde'
