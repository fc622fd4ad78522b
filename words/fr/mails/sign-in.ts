/** The email with which a customer opens their place. */

export const subject = (shop: string) => `Vos commandes chez ${shop}`
export const heading = 'Vos commandes'
export const next =
  'Entrez ces six chiffres dans la page qui les a demandés, ou ouvrez le lien. Les deux fonctionnent une fois, pendant 15 minutes.'
export const terms =
  'Nous ne demandons jamais ces chiffres par téléphone ni par message : ne les donnez à personne.'
export const notYou = 'Si vous n’avez rien demandé, ignorez ce courriel : sans lui, personne n’entre.'
export const digits = 'Six chiffres'
export const open = 'Ouvrir mes commandes'
