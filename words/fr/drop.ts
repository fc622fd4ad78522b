import { plural } from './language.ts'

/** Drops: products that are seen before they are sold. */

export const description = (name: string) => `${name} : la date du lancement et les pièces.`
/** `time`: `vendredi 4 décembre à 18 h 00` */
export const dropsAt = (time: string) => `En vente le ${time}`
export const shownAt = (time: string) => `À découvrir le ${time}`
/** Before hours, minutes and seconds. */
export const daysLeft = (days: number) =>
  days === 0 ? '' : plural(days, { one: `${days} jour `, other: `${days} jours ` })
export const perPerson = (pieces: number) => `Limite de ${pieces} par personne.`
/** Who buys before the sale. */
export const earlyAccess = 'Accès anticipé'
export const earlyFrom = (time: string) => `Accès anticipé le ${time}`
export const earlyBy = 'Mot de passe ou adresse courriel'
export const earlySubmit = 'Entrer'
export const earlyNext =
  'Si votre adresse est sur la liste, vous y recevrez par courriel un lien qui fonctionne une seule fois.'
export const earlyAsked =
  'Si cette adresse est sur la liste, un lien est en route. Si c’était un mot de passe, ce n’est pas le bon.'
export const earlyIn = 'Vous avez l’accès anticipé : commandez avant tout le monde.'
/** On a page with pieces of a drop. */
export const toEarlyAccess = 'J’ai un accès anticipé'
export const leaveEmpty = 'Laissez ce champ vide'
/** The page of the link in the email. */
export const linkWaiting = (drop: string) => `Accès anticipé : ${drop}`
export const linkWaitingNext =
  'Ouvrez-le dans le navigateur où vous magasinez : le lien fonctionne une seule fois, et seul ce navigateur y donne accès.'
export const linkOpen = 'Ouvrir l’accès anticipé'
export const linkUsed = 'Ce lien a déjà servi'
export const linkUsedNext = 'Demandez-en un autre sur la page du lancement.'
export const linkUnknown = 'Ce lien ne mène à rien'
export const linkUnknownNext =
  'Il est peut-être incomplet, ou les pièces du lancement sont maintenant en vente.'
export const toTheDrop = 'Aller au lancement'
export const toTheShop = 'Aller à la boutique'
export const calendar = 'Ajouter au calendrier'
export const reloadThen = 'Rechargez cette page à ce moment-là.'
export const products = 'Dans ce lancement'
/** For who has the link for the press, and for staff. */
export const preview = 'Aperçu : ne pas publier avant le moment indiqué ci-dessous.'
export const staffPreview = 'Aperçu : avec tous les produits, même ceux que les clients ne voient pas encore.'
