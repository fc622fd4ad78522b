/** Invoices and credit notes, as PDF. */

export const invoice = 'Facture'
export const creditNote = 'Note de crédit'
export const number = (number: string) => `Nº ${number}`
export const to = 'Pour'
export const placed = 'Commandé le'
export const paid = 'Payé le'
export const method = 'Par'
export const methods = {
  card: 'Carte ou portefeuille',
  cash: 'Comptant',
  'card-terminal': 'Terminal de paiement',
  'bank-transfer': 'Virement bancaire',
}
export const size = (size: string) => `Taille : ${size}`
export const columns: [string, string, string, string] = ['Article', 'Quantité', 'Prix', 'Montant']
/** Of an order that was changed. */
export const left = 'Reste à payer'
export const ofInvoice = 'Pour la facture'
export const refunded = 'Remboursé le'
export const returnedInAll = 'Remboursé au total'
/** Where the money went. */
export const returned = {
  card: 'Sur votre moyen de paiement',
  'gift-card': 'Sur votre carte-cadeau',
  'store-credit': 'En crédit boutique',
  'by-hand': 'Par un autre moyen',
}
export const test = 'Ceci vient d’une commande d’essai : aucun montant n’a été débité.'

/** The links to them. */
export const heading = 'Vos documents'
export const openInvoice = 'Facture (PDF)'
export const openCreditNote = (number: number) => `Note de crédit ${number} (PDF)`
/** The same among several orders. */
export const of = (document: string, order: string) => `${document}, commande ${order}`
