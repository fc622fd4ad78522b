import { LANGUAGE, withFirst } from './language.ts'

/** Sizes that are sold before they are made. Days are written like `2026-12-04`. */

const days = /* @__PURE__ */ new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (day: string) => withFirst(days.format(Date.parse(day)))

export const mark = 'Précommande'
export const ships = (day: string) => `Précommande : expédition à partir du ${dayOf(day)}`
/** At the checkout. `item`: `Emblem Hoodie (taille : M)`. */
export const agreed = (item: string, day: string) =>
  `Précommande : ${item}, expédition à partir du ${dayOf(day)}. Vous payez maintenant. D’ici là, vous pouvez l’annuler et vous faire rembourser sur la page de votre commande.`
export const together = 'Votre commande part quand tout est arrivé.'

/** The page of the order. */
export const heading = 'Votre précommande'
export const isLater = (item: string, day: string) =>
  `${item} partira plus tard que prévu : à partir du ${dayOf(day)}. Vous pouvez attendre ou vous faire rembourser.`
export const keep = 'Attendre'
export const cancel = 'Annuler la précommande'
export const sure = (items: string, amount: string) =>
  `Annuler la précommande et recevoir un remboursement de ${amount}? ${items}`
export const refund = (amount: string) => `Oui, rembourser ${amount}`
export const notNow = 'Non, attendre'
export const kept = 'Merci : c’est toujours à vous.'
export const refunded = 'Précommande annulée. Votre remboursement est en route.'
export const failed =
  'Cela n’a pas fonctionné, car la commande a changé. Voyez ci-dessous où elle en est maintenant.'

/** The email that it ships later than promised. */
export const later = {
  subject: (number: string) => `Votre précommande de la commande ${number} partira plus tard`,
  heading: 'Votre précommande partira plus tard',
  until: (day: string) =>
    `Elle partira à partir du ${dayOf(day)}. Nous sommes désolés de cette attente supplémentaire.`,
  choice:
    'Attendez, ou annulez-la et faites-vous rembourser : les deux se font sur la page de votre commande.',
}
