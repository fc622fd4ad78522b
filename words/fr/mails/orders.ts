import { names } from '#words/fr/countries.ts'
import { LANGUAGE as language } from '#words/fr/language.ts'
import { ships } from '#words/fr/preorder.ts'
export const LANGUAGE = language
export const countryNames = names
/** The emails to customers about their orders. */

const bankDays = 'Il y apparaît habituellement en 5 à 10 jours ouvrables.'

export const seeOrder = 'Voir votre commande'
export const deliveryAddress = 'Adresse de livraison'
export const yourNote = 'Votre note'
export const line = (quantity: number, name: string) => `${quantity} x ${name}`
export const lineName = (name: string, size: string) => `${name} (taille : ${size})`
/** The same of what is sold before it is made. */
export const preordered = (item: string, day: string) => `${item}. ${ships(day)}`
/** The same of a gift card. */
export const giftName = (name: string, amount: string) => `${name} (montant : ${amount})`
export const giftTo = (name: string) => `Pour ${name}, par courriel`
export const giftOn = (name: string, day: string) => `Pour ${name}, par courriel le ${day}`

export const greeting = (name: string) => `Bonjour ${name},`
export const greetingWithoutName = 'Bonjour,'

export const testSubject = (subject: string) => `[ESSAI] ${subject}`
export const testOrder =
  'Ceci est une commande d’essai : aucun argent n’a été prélevé, et rien ne sera expédié.'
export const testPickup =
  'Ceci est une commande d’essai : aucun argent n’a été prélevé, et il n’y a rien à ramasser.'

export const confirmed = {
  subject: (number: string) => `Votre commande Redemption ${number}`,
  heading: 'Merci pour votre commande!',
  received: (number: string) => `Nous avons reçu votre commande ${number} et la préparons.`,
  /** `days`: `7 à 14 jours ouvrables`. */
  delivery: (days: string) => `La livraison prend habituellement ${days}.`,
  pickup: (days: string) =>
    `Nous vous écrirons quand elle sera prête pour le ramassage, habituellement en ${days}.`,
  /** The customer took the items along. */
  receipt: (number: string) => `Voici le reçu de la commande ${number}, que vous avez emportée.`,
  /** There are only gift cards. */
  ofGifts: (number: string) =>
    `Voici le reçu de la commande ${number}. Les cartes-cadeaux sont envoyées par courriel.`,
}

export const shipped = {
  subject: (number: string) => `Votre commande Redemption ${number} est en route`,
  heading: 'Votre commande est en route',
  /** `carrier` is empty when staff entered none. */
  sent: (number: string, carrier: string) =>
    carrier === ''
      ? `Votre commande ${number} est en route.`
      : `Votre commande ${number} est en route. Transporteur : ${carrier}.`,
  /** `days`: `7 à 14 jours ouvrables`. */
  delivery: (days: string) =>
    `La livraison prend habituellement ${days} à compter de la date de la commande. Si un article est endommagé ou s’il y a une erreur, écrivez-nous dans les 3 jours suivant la livraison.`,
}

/** The same for an order that the customer collects. */
export const ready = {
  subject: (number: string) => `Votre commande Redemption ${number} est prête pour le ramassage`,
  heading: 'Votre commande est prête pour le ramassage',
  sent: (number: string) => `Votre commande ${number} est prête pour le ramassage.`,
  subjectOfPart: (number: string) =>
    `Une partie de votre commande Redemption ${number} est prête pour le ramassage`,
  headingOfPart: 'Une partie de votre commande est prête pour le ramassage',
  sentPart: (number: string) => `Une partie de votre commande ${number} est prête pour le ramassage.`,
  /** `items`: `2 x Crew Sock, M; 1 x Street Tee, S`. */
  rest: (items: string) => `Nous vous écrirons quand le reste sera prêt : ${items}.`,
  subjectOfRest: (number: string) =>
    `Le reste de votre commande Redemption ${number} est prêt pour le ramassage`,
  headingOfRest: 'Le reste de votre commande est prêt pour le ramassage',
  sentRest: (number: string) => `Le reste de votre commande ${number} est prêt pour le ramassage.`,
  completes: 'Votre commande est maintenant complète.',
  bring:
    'Ayez votre numéro de commande en main. Si un article est endommagé ou s’il y a une erreur, écrivez-nous dans les 3 jours suivant le ramassage.',
}

/** The customer has it. */
export const pickedUp = {
  subject: (number: string) => `Vous avez ramassé votre commande Redemption ${number}`,
  heading: 'Vous avez ramassé votre commande',
  done: (number: string) => `Vous avez ramassé la commande ${number}. Profitez-en bien!`,
  subjectOfPart: (number: string) => `Vous avez ramassé une partie de votre commande Redemption ${number}`,
  headingOfPart: 'Vous avez ramassé une partie de votre commande',
  donePart: (number: string) => `Vous avez ramassé une partie de la commande ${number}. Profitez-en bien!`,
  /** `items`: `2 x Crew Sock, M; 1 x Street Tee, S`. */
  waiting: (items: string) => `À ramasser quand vous voulez : ${items}.`,
  rest: (items: string) => `Nous vous écrirons quand le reste sera prêt : ${items}.`,
  subjectOfRest: (number: string) => `Vous avez ramassé le reste de votre commande Redemption ${number}`,
  headingOfRest: 'Vous avez ramassé le reste de votre commande',
  doneRest: (number: string) => `Vous avez ramassé le reste de la commande ${number}. Profitez-en bien!`,
  wrong: 'Si un article est endommagé ou s’il y a une erreur, écrivez-nous dans les 3 jours.',
}

/** Who pays the duty on a parcel that goes abroad. */
export const duty = {
  ddp: 'Vous avez payé les droits de douane avec cette commande : le transporteur ne devrait pas vous les facturer de nouveau.',
  dap: 'Les droits de douane et les frais du transporteur ne sont pas compris dans ce que vous avez payé. Le transporteur les perçoit à la livraison.',
}

export const shippingMethod = 'Livraison'
export const pickupPlace = 'Lieu de ramassage'
export const tracking = {
  subject: (number: string) => `Nouveau suivi pour votre commande Redemption ${number}`,
  heading: 'Votre suivi a changé',
  changed: (number: string) =>
    `Le suivi de la commande ${number} a changé. Utilisez les renseignements ci-dessous plutôt que les précédents.`,
  changedOfParcel: (number: string) =>
    `Le suivi de ce colis de la commande ${number} a changé. Utilisez les renseignements ci-dessous plutôt que les précédents.`,
  carrier: 'Transporteur',
  number: 'Numéro de suivi',
  link: 'Suivre le colis',
}

/** A parcel that is not the whole order. */
export const shippedPart = {
  subject: (number: string) => `Une partie de votre commande Redemption ${number} est en route`,
  heading: 'Une partie de votre commande est en route',
  sent: (number: string, carrier: string) =>
    carrier === ''
      ? `Une partie de votre commande ${number} est en route.`
      : `Une partie de votre commande ${number} est en route. Transporteur : ${carrier}.`,
  /** `items`: `2 x Crew Sock, M; 1 x Street Tee, S`. */
  rest: (items: string) => `Le reste suivra dans un autre colis : ${items}.`,
}

/** The last of several parcels. */
export const shippedRest = {
  subject: (number: string) => `Le reste de votre commande Redemption ${number} est en route`,
  heading: 'Le reste de votre commande est en route',
  sent: (number: string, carrier: string) =>
    carrier === ''
      ? `Le reste de votre commande ${number} est en route.`
      : `Le reste de votre commande ${number} est en route. Transporteur : ${carrier}.`,
  completes: 'Avec ce colis, votre commande est complète.',
}

export const units = (quantity: number, name: string, size: string) => `${quantity} x ${name}, ${size}`

export const itemsChanged = {
  subject: (number: string) => `Votre commande Redemption ${number} a changé`,
  heading: 'Votre commande a changé',
  changed: (number: string) =>
    `Nous avons modifié les articles de la commande ${number}. Voici ce que nous expédierons.`,
  changedPickup: (number: string) =>
    `Nous avons modifié les articles de la commande ${number}. Voici ce que vous ramasserez.`,
  replaced: (number: string, after: string, before: string) =>
    `Nous avons modifié la commande ${number}. Avant : ${before}. Maintenant : ${after}.`,
  moved: (number: string) =>
    `La commande ${number} sera expédiée à une autre adresse. Si ce changement ne vient pas de vous, répondez tout de suite à ce courriel.`,
  returning: (amount: string) => `Elle coûte maintenant moins cher : nous vous remboursons ${amount}.`,
}

export const cancelled = {
  subject: (number: string) => `Votre commande Redemption ${number} est annulée`,
  heading: 'Votre commande est annulée',
  nothingSent: (number: string) => `La commande ${number} est annulée, et rien ne sera expédié.`,
  nothingToCollect: (number: string) => `La commande ${number} est annulée, et il n’y a rien à ramasser.`,
  returning: (amount: string) => `Un remboursement de ${amount} est en route vers votre carte. ${bankDays}`,
  returningByHand: (amount: string) => `Nous vous remboursons ${amount}.`,
  /** After what is returned to the card. */
  returningTheRest: (amount: string, sum: string) =>
    `Le reste, soit ${amount}, vous est remboursé par le mode de paiement utilisé. Remboursement total : ${sum}.`,
}

export const refunded = {
  subject: (number: string) => `Remboursement de votre commande Redemption ${number}`,
  headingOfPart: 'Nous avons remboursé une partie de votre paiement',
  heading: 'Nous avons remboursé votre paiement',
  returnedPart: (returned: string, paid: string, number: string) =>
    `Nous avons remboursé ${returned} sur le total de ${paid} payé pour la commande ${number}.`,
  returned: (paid: string, number: string) =>
    `Nous avons remboursé la totalité de votre paiement pour la commande ${number}, soit ${paid}.`,
  bankDays: 'Le remboursement apparaît habituellement sur votre carte en 5 à 10 jours ouvrables.',
  toGiftCard: 'Le montant est de retour sur la carte-cadeau avec laquelle vous aviez payé.',
  asCredit:
    'Le montant vous est remis en crédit boutique, qui n’expire pas. À la caisse, choisissez d’utiliser un crédit boutique et entrez cette adresse courriel : nous vous enverrons un lien, et votre crédit sera appliqué à votre commande.',
  youPaid: 'Vous aviez payé',
  returnedNow: 'Remboursé maintenant',
  returnedInAll: 'Remboursé au total',
  fee: 'Frais retenus',
}

export const overLimit = {
  subject: (number: string) => `Votre remboursement est en route : commande ${number}`,
  heading: 'Ce lancement est limité par personne',
  card: (number: string) =>
    `Un article de la commande ${number} est limité par personne, et les commandes payées avec la même carte comptent ensemble. Celle-ci dépasserait la limite : elle ne sera donc pas expédiée.`,
}
export const tooLate = {
  subject: (number: string) => `Votre remboursement est en route : commande ${number}`,
  heading: 'Tout était vendu avant l’arrivée de votre paiement',
  soldOut: (number: string) =>
    `Votre paiement pour la commande ${number} est arrivé quand nous ne pouvions plus garder vos articles, et ils se sont vendus entre-temps.`,
  returning: (amount: string) => `Le montant complet de ${amount} est en route vers votre carte. ${bankDays}`,
  sorry: 'Toutes nos excuses.',
}
