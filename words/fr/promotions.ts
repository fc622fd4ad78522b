import { plural, LANGUAGE as language } from '#words/fr/language.ts'
export const LANGUAGE = language

/** Codes of promotions, in the cart and at the checkout. */

export const label = 'Code promotionnel'
export const labelWithGiftCards = 'Code promotionnel ou carte-cadeau'
export const apply = 'Appliquer'
export const remove = (code: string) => `Retirer le code ${code}`
/** A code that takes something off: `Solde d’été (DROP10)`. */
export const named = (name: string, code: string) => `${name} (${code})`
export const applied = (code: string) => `Le code ${code} est appliqué`
export const removed = (code: string) => `Le code ${code} est retiré`
export const tooMany = (most: number) => `Maximum de codes par panier : ${most}. Retirez-en d’abord un.`

/** Why a code takes nothing off. One that does not run now is treated like one that does not exist. */
export const unknown = (code: string) => `Le code ${code} n’est pas valide.`
/** `more`: `12,00 $`. */
export const amount = (code: string, more: string) =>
  `Ajoutez ${more} à votre panier pour utiliser le code ${code}.`
export const pieces = (code: string, more: number) =>
  plural(more, {
    one: `Ajoutez ${more} article pour utiliser le code ${code}.`,
    other: `Ajoutez ${more} articles pour utiliser le code ${code}.`,
  })
export const refusals: Readonly<Record<string, (code: string) => string>> = {
  items: (code) =>
    `Le code ${code} ne s’applique pas aux articles de votre panier, ou il n’y en a pas assez.`,
  country: (code) => `Le code ${code} n’est pas valide dans votre pays.`,
  'shipping-method': (code) => `Le code ${code} est réservé à un autre mode de livraison.`,
  'used-up': (code) => `Le code ${code} est épuisé.`,
  'used-by-customer': (code) => `Vous avez déjà utilisé le code ${code}.`,
  'not-first-order': (code) => `Le code ${code} est réservé à une première commande.`,
  'not-named': (code) => `Le code ${code} n’est pas valide pour votre adresse courriel.`,
  'no-balance': () => 'Il ne reste rien sur cette carte-cadeau.',
  'other-offer': (code) => `Le code ${code} ne se combine pas avec une offre plus avantageuse.`,
  'too-many-guesses': () => 'Trop de codes ont été essayés. Attendez quelques minutes et réessayez.',
}
