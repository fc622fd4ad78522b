import { chargedAmount } from '#web/visitor/charged-amount.ts'
import { charging } from '#domain/charged-currency.ts'
import type { CartLine } from '#domain/checkout/cart.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import { leftToPay } from '#domain/checkout/pricing.ts'
import { cents, decimalDollars, type Cents } from '#domain/money.ts'
import { dateFormat } from '#domain/date-format.ts'
import { giftOf } from '#web/visitor/cart-totals.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import * as words from '#words/en/cart.ts'
import { LANGUAGE, START } from '#words/en/language.ts'
import { nothingToPay, tooLittle } from '#words/en/checkout/refusals.ts'

/** The name of a line in a sentence: `Street Tee (Size: M)`. */
export function lineName({ product, selectedSize, gift }: CartLine): string {
  if (gift === undefined) return words.lineName(product.name, selectedSize)
  return words.giftName(product.name, chargedAmount(product.price), giftOf(gift).name)
}

/** What a line says below its name: its size, or for whom a gift card is and when it is sent. */
export function lineDetail({ product, selectedSize, gift }: CartLine): string {
  if (gift === undefined) return [words.size(selectedSize), product.preorder].filter(Boolean).join('. ')
  const { name, sendOn } = giftOf(gift)
  if (!name) return words.giftToMe
  return sendOn ? words.giftOn(name, dayInWords(sendOn)) : words.giftTo(name)
}

/** `1 December 2026`, in the language of the page. */
function dayInWords(day: string): string {
  return dateFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
}

/** A total in the visitor's currency. That of the charge is named: `$145.36 CAD`. */
export function totalWords(total: Cents, currency: CurrencyCode, formatPrice: FormatPrice): string {
  const amount = formatPrice(total)
  return currency === charging.currency ? `${amount} ${currency}` : amount
}

/** The charge where another currency is displayed (spec 2); null where the total shows it. */
export function chargeNote(total: Cents, currency: CurrencyCode): string | null {
  if (currency === charging.currency) return null
  // Spec 2 has no comma.
  const amount = START === '' ? `${charging.sign}${decimalDollars(total)}` : chargedAmount(total)
  return words.charged(`${amount} ${charging.currency}`)
}

type PayableTotals = Parameters<typeof leftToPay>[0] & { adjustments?: readonly { kind: string }[] }

/**
 * Why this total cannot be ordered; null where it can: promotions and gift cards may leave nothing to pay. Both in CAD
 * cents.
 */
export function chargeProblem(totals: PayableTotals, leastCharge: number): string | null {
  const rest = leftToPay(totals)
  if (rest === 0) return isPaidAlready(totals) ? null : nothingToPay
  return rest < leastCharge ? tooLittle(chargedAmount(cents(leastCharge))) : null
}

/** Whether promotions and gift cards leave nothing to pay. */
export function isPaidAlready(totals: PayableTotals): boolean {
  const { adjustments = [], giftCards = [] } = totals
  const isLowered = giftCards.length > 0 || adjustments.some(({ kind }) => kind.endsWith('discount'))
  return isLowered && leftToPay(totals) === 0
}
