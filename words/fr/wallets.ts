/** Buttons of wallets such as Apple Pay, and what the shop answers to them. */

export const heading = 'Paiement express'
export const or = 'Ou remplissez le formulaire'
export const delivery = 'Livraison'
export const busy = 'Votre paiement est en cours. Gardez cette page ouverte.'
export const changedMeanwhile = 'Ce que vous achetiez a changé.'
export const notPriced = 'Nous n’avons pas pu calculer le prix pour cette adresse. Réessayez.'
/** `total`: what the sheet of the wallet shows once it is opened again. */
export const totalNow = (total: string) =>
  `Le total est maintenant de ${total}. Rien n’a été débité. Ouvrez de nouveau le portefeuille pour payer.`
export const needsForm = (country: string) =>
  `Une adresse dans ce pays (${country}) doit indiquer le comté, que les portefeuilles ne transmettent pas. Utilisez le formulaire de la caisse.`
