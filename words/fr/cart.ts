import { plural } from './language.ts'

/** The cart page, the cart panel, and what the checkout shares with them. */

export const pageTitle = 'Panier'
export const description = 'Vos articles et leur total.'
export const breadcrumbHome = 'ACCUEIL'
export const breadcrumbCart = 'PANIER'
export const heading = 'Panier'
export const empty = 'Votre panier est vide'
export const shopOurProducts = 'Voir nos produits'

export const lineName = (name: string, size: string) => `${name} (taille : ${size})`
export const size = (size: string) => `Taille : ${size}`
/** A gift card in place of its size. */
export const giftName = (name: string, amount: string, to = '') =>
  `${name} (${amount}${to && `, pour ${to}`})`
export const giftToMe = 'Vous la recevrez par courriel'
export const giftTo = (name: string) => `Pour ${name}, par courriel`
export const giftOn = (name: string, day: string) => `Pour ${name}, par courriel le ${day}`
export const justAdded = 'Ajout récent'
export const remove = 'RETIRER'
export const quantityOf = (item: string) => `Quantité : ${item}`
export const decreaseQuantity = (item: string) => `Réduire la quantité : ${item}`
export const increaseQuantity = (item: string) => `Augmenter la quantité : ${item}`
export const removed = (line: string) => `${line} n’est plus dans votre panier.`
export const undo = 'Annuler'
export const restored = (line: string) => `${line} est de retour dans votre panier.`

export const summary = 'Récapitulatif'
export const total = 'Total'
export const cartTotal = (total: string) => `Total du panier : ${total}`
/** Announced after a change of the cart. */
export const newSubtotal = (subtotal: string) => `Sous-total : ${subtotal}.`
export const newTotals = (subtotal: string, total: string) => `Sous-total : ${subtotal}. Total : ${total}.`
export const quantityChanged = (line: string, quantity: number, sums: string) =>
  `${line} : ${quantity} dans le panier. ${sums}`
/** Spec 2. `amount`: `145,36 $ CA`. */
export const charged = (amount: string) => `Vous paierez ${amount}`
/** `currency`: `dollars canadiens`. */
export const chargedAs = (amount: string, currency: string) => `Montant à payer en ${currency} : ${amount}.`
export const saleTerms = 'Livraison en 7 à 14 jours ouvrables. Toutes les ventes sont finales.'
/** The same for other days. `days`: `2 à 5 jours ouvrables`. */
export const saleTermsIn = (days: string) => `Livraison en ${days}. Toutes les ventes sont finales.`
export const saleTermsOfPickup = (days: string) =>
  `Délai avant le ramassage : ${days}. Toutes les ventes sont finales.`
/** Where something is sold before it is made. */
export const preorderTerms =
  'Expédition à partir de la date indiquée, en un seul envoi. D’ici là, vous pouvez annuler la précommande.'
/** The same where the owners' policy allows returns. */
export const delivery = 'Livraison en 7 à 14 jours ouvrables.'
export const deliveryIn = (days: string) => `Livraison en ${days}.`
export const pickupIn = (days: string) => `Délai avant le ramassage : ${days}.`
export const deliveryReturns = 'Livraison et retours'
export const orderNote = 'Ajouter une note à la commande'
export const checkout = 'PASSER À LA CAISSE'

export const panelHeading = 'Panier'
export const items = (count: number) => plural(count, { one: `${count} article`, other: `${count} articles` })
export const closePanel = 'Fermer le panier'
export const beforeTax = 'Avant les taxes et la livraison.'
export const viewCart = 'Voir le panier'
export const panelCheckout = 'Passer à la caisse'

export const notRemembered =
  'Ce navigateur ne permet pas à la boutique d’enregistrer votre panier : il sera vide dès que vous changerez de page. Pour le conserver, autorisez les données de ce site ou libérez de l’espace.'
export const needsJavaScript =
  'Votre panier est conservé dans ce navigateur et nécessite JavaScript. Activez JavaScript et rechargez la page.'
/** Stored lines that could not be read. */
export const dropped = (count: number) =>
  plural(count, {
    one: `${count} article de votre panier était illisible et a été retiré.`,
    other: `${count} articles de votre panier étaient illisibles et ont été retirés.`,
  })
export const priceChanged = (name: string, from: string, to: string) =>
  `Le prix a changé : ${name} coûte maintenant ${to} au lieu de ${from}.`
export const gone = (line: string) => `${line} n’est plus en vente et ne figure plus dans votre panier.`
export const notYet = (line: string) =>
  `${line} n’est pas encore en vente et ne figure plus dans votre panier.`
/** `most`: of a product in one order; `left`: of this line, because other sizes count too. */
export const limited = ({ most, left }: { most: number; left: number }, line: string) => {
  if (left === 0)
    return `${line} n’est plus dans votre panier : la limite est de ${most} par commande, toutes tailles confondues.`
  if (left === most)
    return `${line} : la limite est de ${most} par commande. Votre panier en contient ${left}.`
  return `${line} : la limite est de ${most} par commande, toutes tailles confondues. Votre panier en contient ${left}.`
}
export const fewLeft = (left: number, line: string) => `Plus que ${left} en stock : ${line}.`
