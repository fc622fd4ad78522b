import type { CartLine } from '#domain/checkout/cart.ts'
import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import { leftToPay, shownPrice } from '#domain/checkout/pricing.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { Customer } from '#domain/orders/order.ts'
import { chargeProblem } from '#web/storefront/cart/total-words.ts'
import type { CheckoutEvent } from '#web/storefront/checkout/checkout-state.ts'
import type { Quote } from '#web/storefront/checkout/prices/quote.ts'
import { cartTotals } from '#web/visitor/cart-totals.ts'
import { readOrderNote } from '#web/visitor/order-note.ts'
import { empty as emptyCart } from '#words/en/cart.ts'
import * as totalWords from '#words/en/totals.ts'
import type { PaymentRequest } from './request-payment.ts'

/** The checkout at the moment of Pay Now. `leastCharge`: the least that a card can be charged, in cents. */
interface AtPayNow {
  lines: readonly CartLine[]
  quote: Quote | null
  choices: CheckoutChoices
  tariff: Tariff
  leastCharge: number
}

/** What Pay Now asks the server for, or what the shopper has to change first. */
export function preparePayment(
  customer: Customer,
  { lines, quote, choices, tariff, leastCharge }: AtPayNow,
): { request: Omit<PaymentRequest, 'checkoutId'> } | { refusal: CheckoutEvent } {
  const failed = (message: string): { refusal: CheckoutEvent } => ({ refusal: { kind: 'failed', message } })
  if (lines.length === 0) return failed(emptyCart)
  const problem = quote?.problem
  if (problem) return { refusal: { kind: 'fields-wrong', fields: { [problem.field]: problem.message } } }
  const agreed = quote?.totals ?? cartTotals(lines, { destination: customer, tariff })
  const unpayable = chargeProblem(agreed, leastCharge)
  if (unpayable !== null) return failed(unpayable)
  const shown = shownPrice(agreed, quote?.note ?? null, totalWords.rows)
  return { request: { customer, lines, amount: leftToPay(agreed), shown, choices, note: readOrderNote() } }
}
