import type { ReactNode } from 'react'

/** The contact page and the form on it. */

export const pageTitle = 'Nous joindre'
export const description =
  'Une commande, la vente en gros ou toute autre question : écrivez à Redemption, ou appelez-nous.'
export const heading = 'Nous joindre'
export const information = 'Nos coordonnées'
export const email = 'Courriel'
export const phone = 'Téléphone'
export const followUs = 'Suivez-nous'
export const writeToUs = 'Écrivez-nous'
export const needsJavaScript = (email: ReactNode) => [
  'Ce formulaire nécessite JavaScript. Vous pouvez aussi écrire à ',
  email,
  '.',
]
export const name = 'Nom'
export const subject = 'Sujet'
export const selectSubject = 'Choisir un sujet'
export const message = 'Message'
export const leaveEmpty = 'Laissez ce champ vide'
export const send = 'Envoyer le message'
export const sending = 'Envoi en cours...'
