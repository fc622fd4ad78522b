import { LANGUAGE as language } from '#words/fr/language.ts'
export const LANGUAGE = language

/** The rows between the items of an order and its total, in carts, on orders and in emails. */

export const subtotal = 'Sous-total'
export const tax = 'Taxe'
export const shipping = 'Livraison'
export const total = 'Total'
/** A method, when it is not the only one: `Livraison (Express)`. */
export const method = (shipping: string, name: string) => `${shipping} (${name})`
/** What pays the total, and what is left then. Store credit has no code, so no last four. */
export const giftCard = (lastFour: string) => (lastFour ? `Carte-cadeau •••• ${lastFour}` : 'Crédit boutique')
export const toPay = 'À payer'
export const paidBy = (lastFour: string) =>
  lastFour ? `Payé par carte-cadeau •••• ${lastFour}` : 'Payé par crédit boutique'
export const labels = {
  'estimated-shipping': 'Livraison (estimation)',
  duty: 'Droits de douane',
  /** Of a cancelled order: the extra cost of a change that was never paid. */
  'not-charged': 'Montant non débité',
  /** Once the reason is deleted. */
  'price-change': 'Changement de prix',
  /** The items of an order as one amount, in the parts of a refund. */
  items: 'Articles',
  /** Of a refund: money beyond what the order costs, such as after its items changed. */
  beyond: 'Écart avec le total de la commande',
}
/** A tax that the prices contain, between the other amounts. */
export const included = (label: string) => `Dont ${label}`
export const estimatedFor = (place: string) =>
  `Taxes estimées pour une livraison à cet endroit : ${place}. Le montant final dépend de votre adresse.`
/** Canada's taxes by their English names, which orders store. */
const TAXES: Readonly<Record<string, string>> = { GST: 'TPS', HST: 'TVH', PST: 'TVP', QST: 'TVQ', RST: 'TVD' }
const percents = /* @__PURE__ */ new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 3 })
export const withRate = (label: string, percent: number) =>
  `${TAXES[label] ?? label} (${percents.format(percent)} %)`

/** All that the rows need, as one value: a module that is passed whole would cost every page a request. */
export const rows = { subtotal, tax, shipping, total, method, labels, included, withRate }
