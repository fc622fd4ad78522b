import { plural } from '#words/en/language.ts'

/** How orders are sent, in carts, on orders and in emails. */

/** `7 to 14 business days`. */
export const days = (least: number, most: number) =>
  least === most
    ? plural(most, { one: '1 business day', other: `${most} business days` })
    : `${least} to ${most} business days`
