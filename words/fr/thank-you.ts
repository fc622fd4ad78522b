import type { ReactNode } from 'react'

/** The page after paying. */

export const pageTitle = 'Merci'
export const description = 'Nous avons reçu votre commande.'
export const heading = 'Merci pour votre commande!'
export const continueShopping = 'Continuer à magasiner'

export const confirmationComes = 'Une confirmation est en route vers votre boîte de réception.'
export const confirmationTo = (email: ReactNode) => ['Une confirmation est en route vers ', email, '.']
export const yourOrder = (number: ReactNode) => ['Votre numéro de commande : ', number, '.']
export const linkComes = 'Un lien vers votre commande apparaîtra dans un instant.'
export const linkInEmail = 'Le lien vers votre commande se trouve dans le courriel de confirmation.'
export const seeOrder = 'Voir votre commande'
export const items = 'Vos articles'
/** `detail`: `Taille : M`, or for whom a gift card is. */
export const detailAndQuantity = (detail: string, quantity: number) => `${detail}, qté : ${quantity}`
export const total = 'Total, taxes et livraison comprises'
export const byGiftCards = 'Payé par carte-cadeau'
export const charged = 'Débité maintenant'
export const note = 'Votre note :'
export const whatNext = 'Et maintenant?'
export const whatNextText =
  'Nous emballons votre commande et vous écrirons quand elle partira. La livraison prend 7 à 14 jours ouvrables.'
/** The same for other days. `days`: `2 à 5 jours ouvrables`. */
export const whatNextIn = (days: string) =>
  `Nous emballons votre commande et vous écrirons quand elle partira. La livraison prend ${days}.`
export const whatNextOfPickup = (days: string) =>
  `Nous emballons votre commande et vous écrirons quand elle sera prête pour le ramassage, habituellement en ${days}.`
/** Where something is sold before it is made. */
export const whatNextOfPreorder =
  'Votre commande part quand tout est arrivé. Nous vous écrirons à ce moment-là.'
/** Where nothing but gift cards was bought. */
export const whatNextOfGifts =
  'Chaque carte-cadeau part par courriel : maintenant, ou le jour que vous avez choisi.'
