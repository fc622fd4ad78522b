import { plural } from '#words/fr/language.ts'

/** The emails to who asked to be told of a drop, or of a size that is sold out: the link to confirm, and the news. */

export const confirmDrop = (drop: string) => `Confirmez votre rappel : ${drop}`
export const confirmSize = (product: string, size: string) =>
  `Confirmez votre rappel : ${product}, taille ${size}`
export const oneLastStep = 'Une dernière étape'
export const enteredForDrop = (drop: string) =>
  `Un rappel a été demandé à cette adresse pour le lancement suivant : ${drop}. Confirmez-le, et vous recevrez un seul courriel, peu avant le début.`
export const enteredForSize = (product: string, size: string) =>
  `Un rappel a été demandé à cette adresse pour le retour en stock de l’article suivant : ${product}, taille ${size}. Confirmez-le, et vous recevrez un seul courriel, à ce moment-là.`
export const notYou = 'Si ce n’était pas vous, ignorez ce courriel : vous n’en recevrez pas d’autre.'
export const confirm = 'M’avertir'
export const begins = (drop: string) => `${drop}, ça commence bientôt`
/** `time`: `vendredi 4 décembre à 18 h 00` */
export const onSale = (time: string) => `En vente le ${time}.`
export const toTheDrop = 'Aller au lancement'
export const isBack = (product: string, size: string) => `${product} est de retour en taille ${size}`
export const firstCome =
  'Vous nous avez demandé de vous avertir. Ce courriel ne part pas à tout le monde en même temps, mais rien ne vous est réservé pour autant : achetez pendant qu’il y en a.'
export const mayHold = (minutes: number) =>
  plural(minutes, {
    one: `Vous nous avez demandé de vous avertir. Ce courriel ne part pas à tout le monde en même temps. Tant qu’il en reste, le lien vous réserve un article pendant ${minutes} minute.`,
    other: `Vous nous avez demandé de vous avertir. Ce courriel ne part pas à tout le monde en même temps. Tant qu’il en reste, le lien vous réserve un article pendant ${minutes} minutes.`,
  })
export const holdOne = 'M’en garder un'
export const toTheProduct = 'Voir le produit'
export const leave = 'Ne pas m’avertir'
