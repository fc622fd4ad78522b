import { LANGUAGE as language } from '#words/fr/language.ts'

/** The email with the code of a gift card, to whom it is meant for. */

export const LANGUAGE = language

export const subject = (shop: string) => `Votre carte-cadeau ${shop}`
export const subjectFrom = (sender: string, shop: string) => `${sender} vous offre une carte-cadeau ${shop}`
export const heading = (amount: string) => `Une carte-cadeau de ${amount}`
export const greeting = (name: string) => `Bonjour ${name},`
export const greetingWithoutName = 'Bonjour,'
export const yours = (amount: string, shop: string) => `Voici votre carte-cadeau ${shop} de ${amount}.`
export const from = (sender: string, amount: string, shop: string) =>
  `${sender} vous offre ${amount} à dépenser chez ${shop} :`
export const howTo =
  'Entrez le code au moment de payer. Vous pouvez l’utiliser en plusieurs fois, et la carte n’expire pas. Conservez ce courriel : toute personne qui a le code peut s’en servir. Si vous recevez un autre courriel avec un code pour cette carte, seul le plus récent fonctionne.'
export const code = 'Code'
export const worth = 'Valeur'
export const balance = 'Vérifier le solde'
