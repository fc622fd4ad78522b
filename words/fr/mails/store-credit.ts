import { LANGUAGE as language } from '#words/fr/language.ts'

/** The emails about store credit: that a customer got some, and the link with which they pay with it. */

export const LANGUAGE = language

export const subject = (shop: string) => `Votre crédit boutique ${shop}`
export const heading = (amount: string) => `Vous avez ${amount} de crédit boutique`
export const greeting = (name: string) => `Bonjour ${name},`
export const greetingWithoutName = 'Bonjour,'
export const given = (amount: string, shop: string) =>
  `Vous avez reçu un crédit boutique de ${amount} chez ${shop}.`
export const howTo =
  'À la caisse, choisissez d’utiliser un crédit boutique et entrez cette adresse courriel : nous vous enverrons un lien, et votre crédit sera appliqué à votre commande. Vous pouvez l’utiliser en plusieurs fois, et il n’expire pas.'
export const left = 'Votre crédit'
export const shop = 'Aller à la boutique'

export const linkSubject = (shop: string) => `Utilisez votre crédit boutique ${shop}`
export const linkHeading = 'Utilisez votre crédit boutique'
export const linkNext = (amount: string) =>
  `Vous avez ${amount} de crédit boutique. Ouvrez ce lien dans le navigateur de votre commande : votre crédit servira à la payer, en tout ou en partie.`
export const linkTerms =
  'Le lien fonctionne une seule fois, d’ici 30 minutes, pour cette commande et dans ce navigateur seulement.'
export const linkNotYou =
  'Si vous n’avez pas demandé ce lien, ignorez ce courriel : personne ne peut utiliser votre crédit sans lui.'
export const useIt = 'Utiliser mon crédit boutique'
