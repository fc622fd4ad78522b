import type { ReactNode } from 'react'
import { inList } from '#words/fr/in-list.ts'

type Link = (text: string) => ReactNode

/** The delivery and returns page. */

export const pageTitle = 'Livraison et retours'
export const description =
  'Les délais de livraison, à Saskatoon et à l’étranger, et quoi faire si une commande arrive endommagée ou contient une erreur.'
/** The same of a shop with another name. */
export const descriptionOfAny =
  'Les délais de livraison, et quoi faire si une commande arrive endommagée ou contient une erreur.'
export const heading = 'Livraison et retours'
export const lead = 'De Saskatoon jusque chez vous.'
export const where = 'Où nous livrons'
export const whereText = 'Nous livrons à Saskatoon et à l’international.'
/** The same of a shop with another name. */
export const whereTextOfAny = 'Nous livrons à l’international.'
/** Where the shop ships to some countries only. */
export const whereTextTo = (countries: readonly string[]) =>
  `Nous livrons dans ces pays : ${inList(countries)}.`
export const whereTextOfPickup = 'Nous ne livrons pas : vous ramassez votre commande chez nous.'
export const howLong = 'Délais'
export const specDays = '7 à 14 jours ouvrables'
/** `days`: `2 à 5 jours ouvrables`. */
export const howLongText = (days: ReactNode) => [
  'Délai de livraison estimé : ',
  days,
  ' à compter de la confirmation de la commande.',
]
export const howLongTextOfPickup = (days: ReactNode) => [
  'Délai avant le ramassage : ',
  days,
  ' à compter de la confirmation de la commande.',
]
export const delays = 'Les douanes ou les transporteurs peuvent causer des retards.'
export const returns = 'Retours et échanges'
export const returnsText = (strong: Link) => [
  strong('Toutes les ventes sont finales.'),
  ' Aucun retour ni échange.',
]
export const damaged = 'Articles endommagés ou erreurs'
export const damagedText = (strong: Link, contactForm: Link, email: ReactNode) => [
  'Écrivez-nous ',
  strong('dans les 3 jours suivant la livraison'),
  ', au moyen du ',
  contactForm('formulaire'),
  ' ou par courriel à ',
  email,
  '.',
]
