import { plural } from '#words/fr/language.ts'

/** Why the server does not place an order: the titles and errors of its answers. */

/** Spec 2. */
export const emptyCart = 'Votre panier est vide'
/** Spec 8. */
export const noSecret = 'Le paiement n’a pas pu être préparé'
export const cartChanged = 'Certains de vos articles ne sont plus offerts tels que commandés.'
export const totalChanged = 'Le total a changé.'
export const totalIncludesOther = 'Le total est le même, mais ce qu’il comprend a changé.'
export const totalIs = (cents: number) => `Total en cents : ${cents}.`
export const shippingChanged = 'La livraison de votre commande a changé.'
/** By the reason why the order cannot be sent. */
export const notServed = {
  country: 'Nous ne livrons pas dans ce pays.',
  region: 'Nous ne livrons pas dans cette région.',
  postal: 'Nous ne livrons pas à ce code postal.',
  parcel:
    'Cette commande est trop volumineuse pour nos modes de livraison à cet endroit. Divisez-la en plus petites commandes.',
}
/** Who pays the duty on a parcel that goes abroad. */
export const dutyNotes = {
  ddp: 'Les droits de douane sont compris dans le total : le transporteur ne devrait pas vous les facturer de nouveau.',
  dap: 'Les droits de douane et les frais du transporteur ne sont pas compris dans le total. Le transporteur les perçoit à la livraison.',
}
export const dutyNote = (terms: keyof typeof dutyNotes | null) => (terms === null ? null : dutyNotes[terms])
export const tooExpensive = 'Cette commande dépasse le maximum d’un paiement par carte.'
export const orderFewer = 'Divisez-la en plus petites commandes.'
/** `least`: `0,50 $`. */
export const tooLittle = (least: string) =>
  `Le paiement minimal par carte est de ${least}. Ajoutez quelque chose à votre panier.`
export const nothingToPay =
  'Il n’y a rien à payer pour ce panier, et la caisse n’accepte que les paiements par carte. Écrivez-nous pour passer votre commande.'
export const otherCurrency =
  'La boutique facture maintenant dans une autre devise. Rechargez cette page pour voir les prix, puis payez.'
export const alreadyPaid = 'Cette commande est déjà payée.'
export const longNote = 'La note ne doit pas dépasser 1 000 caractères.'

export const noLongerSold = 'Ce produit n’est plus en vente.'
/** `time`: when it will be sold. */
export const notYet = (time: string) => `En vente le ${time}`
export const sizeUnavailable = (size: string) => `La taille ${size} n’est pas offerte`
export const orderLimit = (most: number) => `La limite est de ${most} par commande.`
export const leftOf = (left: number) => (left === 0 ? 'Il n’en reste plus.' : `Plus que ${left} en stock.`)

export const busy =
  'Beaucoup de gens commandent en ce moment. Rien n’a été débité, et rien n’est encore réservé pour vous.'
export const busyAgain =
  'Beaucoup de gens commandent en ce moment. Rien n’a été débité, et votre commande n’a pas changé.'
export const outcomeUnknown =
  'Nous ne savons pas encore si nous avons reçu votre commande. Rien n’a été débité. Envoyez de nouveau la même commande.'

export const tooManyDeclines = (wait: string) =>
  `Trop de cartes ont été refusées : nous ne pouvons pas en accepter une autre pour le moment. Rien n’a été débité. Attendez ${wait} et appuyez de nouveau sur « Payer maintenant ».`
export const tooManyAttempts = 'Trop de tentatives. Attendez un instant.'
export const tooManyTries = (wait: string) =>
  `Cette commande a été modifiée trop de fois. Attendez ${wait} et appuyez de nouveau sur « Payer maintenant ».`
export const tooManyGuesses = (wait: string) =>
  `Trop de codes ont été essayés. Attendez ${wait} ou retirez le code, puis appuyez de nouveau sur « Payer maintenant ».`
export const tooManyUnpaid = {
  'visitor-orders': (most: number, wait: string) =>
    most === 1
      ? `Une autre de vos commandes attend d’être payée. Payez-la, ou attendez ${wait} et appuyez de nouveau sur « Payer maintenant ».`
      : `${most} de vos commandes attendent d’être payées. Payez-en une, ou attendez ${wait} et appuyez de nouveau sur « Payer maintenant ».`,
  'visitor-time': (_most: number, wait: string) =>
    `Vos commandes impayées sont réservées depuis longtemps : nous ne pouvons pas garder d’autres articles pour le moment. Attendez ${wait} et appuyez de nouveau sur « Payer maintenant ».`,
  network: (_most: number, wait: string) =>
    `Beaucoup de commandes de votre réseau attendent d’être payées : nous ne pouvons pas en garder d’autres pour le moment. Attendez ${wait} et appuyez de nouveau sur « Payer maintenant ».`,
  'network-large': (most: number, wait: string) =>
    `De grosses commandes de votre réseau attendent d’être payées. En attendant, la limite d’articles par commande est de ${most} : réduisez votre panier, ou attendez ${wait} et appuyez de nouveau sur « Payer maintenant ».`,
}
/** The same for every reason, and without a count: a stranger learns nothing about an address that they type. */
export const personLimit = (most: number, drop: string) =>
  `${drop} : la limite est de ${most} par personne, et avec vos autres commandes, celle-ci la dépasserait. Les commandes qui ont la même adresse courriel, la même adresse de livraison, le même navigateur ou la même carte comptent ensemble, même en attente de paiement. Rien n’a été débité.`

/** Of somebody whom the shop does not sell to: never why. */
export const notAccepted =
  'Nous ne pouvons pas accepter cette commande en ligne. Écrivez-nous par la page de contact, et nous vous aiderons. Rien n’a été débité.'

/** With a link to the waiting room. */
export const turnNeeded = (drop: string) =>
  `${drop} : les pièces se vendent à tour de rôle, et ce n’est pas votre tour en ce moment. Rien n’a été débité.`
export const drawn = (drop: string) =>
  `${drop} : les pièces sont attribuées par tirage au sort. Rien n’a été débité.`
/** In the cart, before the checkout says so. */
export const waitsForTurn = (drop: string) =>
  `${drop} : les pièces se vendent à tour de rôle, et ce n’est pas votre tour en ce moment. La page du lancement mène à la salle d’attente.`
export const minutes = (count: number) => plural(count, { one: 'une minute', other: `${count} minutes` })
export const hours = (count: number) => plural(count, { one: 'une heure', other: `${count} heures` })
