import { useRef } from 'react'
import { checkCheckoutForm } from '#domain/checkout/checkout-form.ts'
import { needsQuote } from '#domain/checkout/checkout-choices.ts'
import type { CartLine } from '#domain/checkout/cart.ts'
import type { Destination } from '#domain/places/place.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { CheckoutStorage } from '#web/storefront/checkout/checkout-memory.ts'
import type { CardBox } from '#web/storefront/checkout/gateways/card-box.ts'
import {
  lateChangeMessage,
  priceChangeMessage,
  type AgreedTerms,
} from '#web/storefront/checkout/prices/price-change-message.ts'
import type { useCheckoutPrices } from '#web/storefront/checkout/prices/use-checkout-prices.ts'
import type { useCheckoutForm } from '#web/storefront/checkout/use-checkout-form.ts'
import { cartStore } from '#web/visitor/cart.ts'
import { dropUnknown } from '#web/visitor/codes.ts'
import { checkoutIds } from '#web/visitor/checkout-id.ts'
import { removePaidLines } from '#web/visitor/edit-cart.ts'
import { cartItems, cartTotals, hasOnlyGifts } from '#web/visitor/cart-totals.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import type { RepricedCart } from '#web/visitor/use-repriced-cart.ts'
import { useWords } from '#web/ui/use-words.ts'
import { endCheckout, leaveForOrder } from './end-checkout.ts'
import { pay } from './pay.ts'
import { preparePayment } from './prepare-payment.ts'
import { requestPayment, type PaymentAnswer, type PaymentRequest } from './request-payment.ts'
import { findPaidOrder } from './settle-checkout.ts'

/** The checkout that is paid. */
interface CheckoutToPay {
  storage: CheckoutStorage
  form: Pick<ReturnType<typeof useCheckoutForm>, 'values' | 'dispatch' | 'refuse'>
  repriced: Pick<RepricedCart, 'cart' | 'adopt' | 'takeLateChanges'>
  prices: Pick<ReturnType<typeof useCheckoutPrices>, 'quote' | 'adoptQuote' | 'choices' | 'days'>
  tariff: Tariff
  destination: Destination | null
  leastCharge: number
  formatPrice: FormatPrice
  /** Called when the payment starts, with the lines that are paid. */
  onStart(lines: CartLine[]): void
}

/** Pay Now: checks the form and the card, pays, and leaves for the thank-you page or shows what to change. */
export function usePayNow({
  storage,
  form: { values, dispatch, refuse },
  repriced: { cart, adopt, takeLateChanges },
  prices: { quote, adoptQuote, choices, days },
  tariff,
  destination,
  leastCharge,
  formatPrice,
  onStart,
}: CheckoutToPay) {
  const words = useWords('checkout/checkout')
  const fieldWords = useWords('checkout/fields')
  const cardBox = useRef<CardBox>(null)

  async function payNow(): Promise<void> {
    const checked = checkCheckoutForm(values, fieldWords.form, !hasOnlyGifts(cart.lines))
    const isCardComplete = cardBox.current?.check() ?? true
    dispatch({ kind: 'pay-pressed' })
    if ('errors' in checked) return refuse({ kind: 'fields-wrong', fields: checked.errors })
    if (!isCardComplete) return dispatch({ kind: 'fields-wrong', fields: {} })
    const late = takeLateChanges()
    if (late.length > 0) return refuse({ kind: 'failed', message: lateChangeMessage(late, formatPrice) })
    const { lines } = cart
    const prepared = preparePayment(checked.customer, { lines, quote, choices, tariff, leastCharge })
    if ('refusal' in prepared) return refuse(prepared.refusal)
    onStart(lines)
    const request = { checkoutId: checkoutIds.join(), ...prepared.request }
    const outcome = await pay(request, { days, findCardBox: () => cardBox.current, ask: requestWithNotice })
    switch (outcome.kind) {
      case 'paid':
        return leave(request, outcome.orderNumber, outcome.clientSecret)
      case 'already-paid':
        return showEarlierOrder(request, outcome.orderNumber)
      case 'cart-changed':
        return showChanges(outcome, request)
      default:
        return refuse(outcome)
    }
  }

  async function requestWithNotice(request: PaymentRequest): Promise<PaymentAnswer> {
    const slow = setTimeout(() => dispatch({ kind: 'waiting', message: words.slow }), SLOW_MS)
    const onRetry = (message: string) => {
      clearTimeout(slow)
      dispatch({ kind: 'waiting', message })
    }
    const answer = await requestPayment(request, { onRetry, wait })
    clearTimeout(slow)
    dispatch({ kind: 'answered', payBy: answer.kind === 'secret' ? answer.payBy : null })
    return answer
  }

  /** The shop has other prices or items: the shopper sees them, and presses Pay Now again. */
  function showChanges(answer: Changed, agreed: AgreedTerms): void {
    const { tariff: current = tariff } = answer
    const repriced = adopt(answer.lines, current)
    const fresh = needsQuote(current, agreed.choices) ? answer.quote : null
    if (fresh) {
      dropUnknown(fresh.codes)
      adoptQuote(fresh)
    }
    const totals = fresh?.totals ?? cartTotals(repriced.lines, { destination, tariff: current })
    const priced = { repriced, totals, quote: fresh }
    const changed = priceChangeMessage(agreed, priced, formatPrice)
    const message = answer.reason === undefined ? changed : `${answer.reason} ${changed}`
    refuse({ kind: 'failed', message, isUnconfirmed: false })
  }

  async function leave(paid: PaymentRequest, number: string | null, clientSecret: string): Promise<void> {
    const refusal = await endCheckout(storage, { paid, days, number, clientSecret })
    if (refusal !== null) return refuse(refusal)
    dispatch({ kind: 'paid' })
  }

  /** The checkout was paid before, maybe for fewer items than the cart has now. */
  async function showEarlierOrder(
    { checkoutId, lines }: PaymentRequest,
    number: string | null,
  ): Promise<void> {
    const order = await findPaidOrder(checkoutId)
    removePaidLines(checkoutId, order?.items ?? cartItems(lines))
    if (order === null || cartStore.read().lines.length === 0)
      return leaveFor(order ?? { number, path: null })
    checkoutIds.leave()
    refuse({ kind: 'failed', message: words.paidApart(order.number), isUnconfirmed: false })
  }

  /** Leaves for the order that was paid elsewhere. */
  function leaveFor(order: { number: string | null; path: string | null }): void {
    dispatch({ kind: 'paid' })
    leaveForOrder(storage, order)
  }

  return { cardBox, payNow, leaveFor }
}

/** Before the shopper gets a notice that it takes long. */
const SLOW_MS = 8_000

type Changed = Extract<PaymentAnswer, { kind: 'cart-changed' }>

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
