/** The page on which a partner sees what came of their code. */

export const title = (name: string) => `Résultats : ${name}`
export const description = 'Ce qu’un code a rapporté.'
export const codes = (all: string) => `Commandes avec le code ${all}`
/** `currency`: `dollars canadiens`. */
export const explained = (currency: string) =>
  `Chaque commande compte dans le mois où elle a été payée. Les ventes sont les montants payés, taxes et livraison comprises; le net exclut ce qui a été remboursé. Les montants sont en ${currency}.`
export const columns = {
  month: 'Mois',
  orders: 'Commandes',
  revenue: 'Ventes',
  discount: 'Rabais',
  refunds: 'Remboursements',
  net: 'Net',
} as const
