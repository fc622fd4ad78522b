import type { ReactNode } from 'react'

type Link = (text: string) => ReactNode

/** The shopper's page of an order. */

export const pageTitle = (number: string) => `Commande ${number}`
export const description = 'Votre commande.'
export const placed = (number: string, day: string) => `Commande ${number}, passée le ${day}`

/** The state of the order. */
export const states = {
  pending: {
    heading: 'En attente de votre paiement',
    next: 'Nous n’avons pas encore reçu votre paiement.',
  },
  expired: {
    heading: 'Commande non payée à temps',
    next: 'Nous ne pouvions plus garder vos articles : ils sont de retour en boutique. Rien n’a été débité.',
  },
  cancelled: { heading: 'Commande annulée', next: 'Rien ne sera expédié.' },
  refunded: {
    heading: 'Commande remboursée',
    next: 'Votre remboursement est en route vers votre carte. Il y apparaît habituellement en 5 à 10 jours ouvrables.',
  },
  'needs-attention': {
    heading: 'Vérification en cours',
    next: 'Nous vérifions votre paiement et vous écrirons par courriel.',
  },
}

/** How far a paid order was sent. `days`: `7 à 14 jours ouvrables`. */
export const fulfilment = (days: string) => ({
  unfulfilled: {
    heading: 'Commande payée',
    next: `Nous préparons votre commande. La livraison prend habituellement ${days}.`,
  },
  'partially-fulfilled': {
    heading: 'En partie en route',
    next: `Une partie de votre commande est en route, et le reste suivra dans un autre colis. La livraison prend habituellement ${days} à compter de la date de la commande.`,
  },
  fulfilled: {
    heading: 'En route',
    next: `Votre commande est en route. La livraison prend habituellement ${days} à compter de la date de la commande.`,
  },
  'nothing-to-fulfil': {
    heading: 'Plus rien à expédier',
    next: 'Vos articles ont été remboursés avant leur expédition.',
  },
})

/** The same for an order that is collected. */
export const pickup = (days: string) => ({
  unfulfilled: {
    heading: 'Commande payée',
    next: `Nous préparons votre commande, habituellement en ${days}. Un courriel vous dira quand la ramasser.`,
  },
  'partially-fulfilled': {
    heading: 'En partie prête pour le ramassage',
    next: 'Une partie de votre commande est prête pour le ramassage. Nous vous écrirons quand le reste le sera.',
  },
  fulfilled: {
    heading: 'Prête pour le ramassage',
    next: 'Votre commande est prête pour le ramassage. Ayez votre numéro de commande en main.',
  },
  'nothing-to-fulfil': {
    heading: 'Plus rien à ramasser',
    next: 'Vos articles ont été remboursés avant d’être prêts.',
  },
})

/** The customer has a part of it. By what is left: `ready` and still there, not ready yet (`later`), or `both`. */
export const partlyPickedUp = {
  ready: {
    heading: 'En partie ramassée',
    next: 'Le reste est prêt pour le ramassage. Ayez votre numéro de commande en main.',
  },
  later: { heading: 'En partie ramassée', next: 'Nous vous écrirons quand le reste sera prêt.' },
  both: {
    heading: 'En partie ramassée',
    next: 'Une autre partie de votre commande est prête pour le ramassage. Nous vous écrirons quand le reste le sera.',
  },
}

/** The customer has it. */
export const pickedUp = { heading: 'Commande ramassée', next: 'Vous avez votre commande en main.' }
/** After staff cancelled an order that was to be collected. */
export const cancelledPickup = { heading: 'Commande annulée', next: 'Il n’y a rien à ramasser.' }

/** The same for an order whose items were handed over when it was made. */
export const inPerson = () => ({
  unfulfilled: { heading: 'Commande payée', next: 'Vos articles vous attendent.' },
  'partially-fulfilled': {
    heading: 'En partie remise',
    next: 'Vous avez une partie de vos articles. Les autres vous attendent.',
  },
  fulfilled: { heading: 'Tout est à vous', next: 'Vous avez emporté vos articles.' },
  'nothing-to-fulfil': {
    heading: 'Plus rien à remettre',
    next: 'Vos articles ont été remboursés avant que vous les emportiez.',
  },
})
/** The same for an order with only gift cards. */
export const byEmail = () => ({
  ...fulfilment(''),
  'nothing-to-fulfil': {
    heading: 'Commande payée',
    next: 'Merci! Chaque carte-cadeau est envoyée par courriel.',
  },
})
export const sentByEmail = 'Envoi par courriel'
export const handedOver = 'Remise en mains propres'
export const shipping = 'Livraison'
export const pickupPlace = 'Lieu de ramassage'
/** Who pays the duty on a parcel that goes abroad. */
export const duty = {
  ddp: 'Les droits de douane sont payés.',
  dap: 'Les droits de douane et les frais du transporteur ne sont pas compris. Le transporteur les perçoit à la livraison.',
}

/** After the customer data was deleted. */
export const erased = 'Vos renseignements ont été supprimés'
export const erasedOnRequest = (day: string) =>
  `Le ${day}, à votre demande, nous avons supprimé de cette commande votre nom, votre adresse courriel, votre numéro de téléphone, votre adresse et votre note. Nous gardons une trace de vos achats et de ce que vous avez payé.`
export const erasedUnpaid = (day: string) =>
  `Cette commande n’a jamais été payée. Le ${day}, nous en avons donc supprimé votre nom, votre adresse courriel, votre numéro de téléphone, votre adresse et votre note.`

/** The state of a refund. */
export const refunds = {
  asked: 'En route vers votre carte',
  done: 'Versé sur votre carte',
  failed: 'Votre carte n’a pas accepté le remboursement : nous vous écrirons',
  unconfirmed: 'En route vers votre carte',
}

/** After a change of the order that costs more. */
export const notFullyPaid = 'Il reste un montant à payer'
export const leftToPay = (amount: string) =>
  `Nous avons modifié votre commande. Il reste ${amount} à payer avant que nous l’expédiions.`
export const leftToPayForPickup = (amount: string) =>
  `Nous avons modifié votre commande. Il reste ${amount} à payer avant que nous la préparions.`
export const pay = (amount: string) => `Payer ${amount}`

export const tracking = 'Suivi'
export const trackParcel = 'Suivre votre colis'
export const trackOne = (number: number) => `Suivre le colis ${number}`
export const parcel = (number: number) => `Colis ${number}`
export const toCome = 'À venir'
export const taken = 'Déjà en main'
export const readyPart = 'À ramasser'
export const notReady = 'En préparation'
export const items = 'Vos articles'
export const sizeAndQuantity = (size: string, quantity: number) => `Taille : ${size}, qté : ${quantity}`
/** The same of a gift card. `to`: empty: the customer. */
export const amountAndQuantity = (amount: string, quantity: number) =>
  `Montant : ${amount}, qté : ${quantity}`
export const giftSent = (to: string, day: string) =>
  to === '' ? `Vous a été envoyée par courriel le ${day}` : `Envoyée par courriel à ${to} le ${day}`
export const giftOn = (to: string, day: string) =>
  to === '' ? `Vous sera envoyée par courriel le ${day}` : `Sera envoyée par courriel à ${to} le ${day}`
export const giftTo = (to: string) =>
  to === '' ? 'Vous sera envoyée par courriel' : `Sera envoyée par courriel à ${to}`
export const emailsGoTo = 'Courriels envoyés à'
export const yourNote = 'Votre note'
export const deliveryAddress = 'Adresse de livraison'
/** What a shopper can do about damaged items, by how they get them. */
export const damaged = {
  ship: (contactPage: Link) => [
    'Un article endommagé ou une erreur? Écrivez-nous à partir de la page ',
    contactPage('Nous joindre'),
    ' dans les 3 jours suivant la livraison, en indiquant votre numéro de commande.',
  ],
  pickup: (contactPage: Link) => [
    'Un article endommagé ou une erreur? Écrivez-nous à partir de la page ',
    contactPage('Nous joindre'),
    ' dans les 3 jours suivant le ramassage, en indiquant votre numéro de commande.',
  ],
  'in-person': (contactPage: Link) => [
    'Un article endommagé ou une erreur? Écrivez-nous à partir de la page ',
    contactPage('Nous joindre'),
    ' dans les 3 jours suivant la remise, en indiquant votre numéro de commande.',
  ],
}
/** Of an order of which nothing was sent, nor will be. */
export const questions = (contactPage: Link) => [
  'Des questions? Écrivez-nous à partir de la page ',
  contactPage('Nous joindre'),
  ' en indiquant votre numéro de commande.',
]
