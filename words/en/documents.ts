/** Invoices and credit notes, as PDF. */

export const invoice = 'Invoice'
export const creditNote = 'Credit note'
export const number = (number: string) => `No. ${number}`
export const to = 'For'
export const placed = 'Ordered'
export const paid = 'Paid'
export const method = 'By'
export const methods = {
  card: 'Card or wallet',
  cash: 'Cash',
  'card-terminal': 'Card terminal',
  'bank-transfer': 'Bank transfer',
}
export const size = (size: string) => `Size: ${size}`
export const columns: [string, string, string, string] = ['Item', 'Quantity', 'Price', 'Amount']
/** Of an order that was changed. */
export const left = 'Left to pay'
export const ofInvoice = 'For invoice'
export const refunded = 'Refunded'
export const returnedInAll = 'Refunded in all'
/** Where the money went. */
export const returned = {
  card: 'To what you paid with',
  'gift-card': 'To your gift card',
  'store-credit': 'As store credit',
  'by-hand': 'By other means',
}
export const test = 'This is of a test order: no money was taken.'

/** The links to them. */
export const heading = 'Documents'
export const openInvoice = 'Invoice (PDF)'
export const openCreditNote = (number: number) => `Credit note ${number} (PDF)`
/** The same among several orders. */
export const of = (document: string, order: string) => `${document}, order ${order}`
