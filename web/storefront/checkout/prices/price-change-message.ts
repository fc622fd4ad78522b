import { isSamePrice, leftToPay, shownPrice, type CartTotals } from '#domain/checkout/pricing.ts'
import { cartChangeMessage } from '#web/visitor/cart-change-message.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import type { CartChange, Repriced } from '#web/visitor/reprice.ts'
import * as words from '#words/en/checkout/checkout.ts'
import * as totalWords from '#words/en/totals.ts'
import type { PaymentRequest } from '#web/storefront/checkout/paying/request-payment.ts'
import type { Quote } from './quote.ts'

/** What the shopper agreed to before the shop refused it. */
export type AgreedTerms = Pick<PaymentRequest, 'amount' | 'shown' | 'choices'>

/** The cart as the shop has it now. `quote`: null where the browser priced it. */
interface PriceNow {
  repriced: Repriced
  totals: CartTotals
  quote: Quote | null
}

/** What the shopper has to check again after a refused checkout. */
export function priceChangeMessage(
  { amount: agreed, shown, choices: { shippingMethod } }: AgreedTerms,
  { repriced, totals, quote }: PriceNow,
  formatPrice: FormatPrice,
): string {
  const { lines, changes } = repriced
  const rest = leftToPay(totals)
  const isShown = isSamePrice(shown, shownPrice(totals, quote?.note ?? null, totalWords.rows))
  const isResent = quote !== null && shippingMethod !== null && quote.method !== shippingMethod
  const isSame = isShown && rest === agreed && changes.length === 0 && !isResent
  if (isSame) return words.noSecretNow
  const changed = changes.map((one) => cartChangeMessage(one, formatPrice))
  if (lines.length === 0) return changed.join(' ')
  const isOther = rest !== agreed || changes.length > 0
  if (isResent && isOther) changed.push(words.methodGone)
  const isRestOnly = isShown && changes.length === 0 && rest !== totals.total
  if (isOther) changed.push((isRestOnly ? words.restChanged : words.totalChanged)(formatPrice(rest)))
  else if (isResent) changed.push(words.chooseMethodAgain)
  else if (!isShown) changed.push(words.totalIncludesOther(formatPrice(rest)))
  return changed.join(' ')
}

/** What changed while the form was filled in. The total is beside Pay Now, or is just being priced. */
export function lateChangeMessage(late: readonly CartChange[], formatPrice: FormatPrice): string {
  return [...late.map((change) => cartChangeMessage(change, formatPrice)), words.checkTotal].join(' ')
}
