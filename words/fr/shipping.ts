import { plural } from '#words/fr/language.ts'

/** How orders are sent, in carts, on orders and in emails. */

/** `7 à 14 jours ouvrables`. */
export const days = (least: number, most: number) =>
  least === most
    ? plural(most, { one: `${most} jour ouvrable`, other: `${most} jours ouvrables` })
    : `${least} à ${most} jours ouvrables`
