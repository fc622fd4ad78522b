import { useEffect, useRef, useState } from 'react'
import type { CartLine } from '#domain/checkout/cart.ts'
import { checkCheckoutForm } from '#domain/checkout/checkout-form.ts'
import { needsQuote, type CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import { chargeProblem } from '#web/storefront/cart/total-words.ts'
import { shownPrice } from '#domain/checkout/pricing.ts'
import { destinationOf, type Tariff } from '#domain/checkout/tariff.ts'
import { cartTotals } from '#web/visitor/cart-totals.ts'
import { clearCart } from '#web/visitor/cart.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import { readOrderNote, writeOrderNote } from '#web/visitor/order-note.ts'
import type { RepricedCart } from '#web/visitor/use-repriced-cart.ts'
import * as words from '#words/checkout/checkout.ts'
import type { CardBox } from './gateways/card-box.ts'
import { checkoutId, openCheckoutStorage } from './checkout-memory.ts'
import { pay } from './paying/pay.ts'
import { endCheckout } from './paying/end-checkout.ts'
import { requestPayment, type PaymentAnswer, type PaymentRequest } from './paying/request-payment.ts'
import { limitMessage, priceChangeMessage, type AskedFor } from './prices/price-change-message.ts'
import { useCheckoutForm } from './use-checkout-form.ts'
import { useCheckoutPrices } from './prices/use-checkout-prices.ts'

/** The state and actions of the checkout screen: form values, payment and outcome. */
export function useCheckout(
  { cart, limits, adopt, report: reportChanges, tariff: serverTariff }: RepricedCart,
  { tariff: ofPage, countries, leastCharge }: CheckoutTerms,
  formatPrice: FormatPrice,
) {
  const [storage] = useState(openCheckoutStorage)
  const { dispatch, refuse, ...typed } = useCheckoutForm(storage, countries)
  const [cardBoxReady, setCardBoxReady] = useState(false)
  /** The lines at the time Pay Now was pressed: a change in another tab does not affect a running payment. */
  const [paying, setPaying] = useState<CartLine[]>([])
  const cardBox = useRef<CardBox>(null)

  const tariff = serverTariff ?? ofPage
  const { values, state } = typed
  const idle = state.phase === 'idle'
  const lines = idle ? cart.lines : paying
  const destination = destinationOf(values)
  const prices = useCheckoutPrices(storage, tariff, lines, destination)
  const { quote, adoptQuote, totals, choices, methodInstead, days } = prices

  useReloadWhenPaid(state.phase === 'paid')

  function choose(change: Partial<CheckoutChoices>): void {
    prices.choose(change)
    for (const field of Object.keys(change)) dispatch({ kind: 'field-edited', field })
  }

  async function submit(): Promise<void> {
    if (!idle) return
    const checked = checkCheckoutForm(values)
    const cardComplete = cardBox.current?.check() ?? true
    dispatch({ kind: 'pay-pressed' })
    if ('errors' in checked) return refuse({ kind: 'fields-wrong', fields: checked.errors })
    if (!cardComplete) return dispatch({ kind: 'fields-wrong', fields: {} })
    if (limits.length > 0) return refuse({ kind: 'failed', message: limitMessage(cart.lines, limits) })
    const problem = quote?.problem
    if (problem) return refuse({ kind: 'fields-wrong', fields: { [problem.field]: problem.message } })
    const agreed = quote?.totals ?? cartTotals(cart.lines, { destination: checked.customer, tariff })
    const unpayable = chargeProblem(agreed.total, leastCharge)
    if (unpayable !== null) return refuse({ kind: 'failed', message: unpayable })
    setPaying(cart.lines)
    const request = {
      customer: checked.customer,
      lines: cart.lines,
      amount: agreed.total,
      shown: shownPrice(agreed, quote?.note ?? null),
      choices,
      note: readOrderNote(),
    }
    const tell = (message: string) => dispatch({ kind: 'waiting', message })
    const outcome = await pay(
      { checkoutId: checkoutId(storage), ...request },
      () => cardBox.current,
      async (asked) => {
        const answer = await requestPayment(asked, { tell, wait })
        dispatch({ kind: 'answered' })
        return answer
      },
    )
    switch (outcome.kind) {
      case 'paid':
        return leave(request, outcome.orderNumber, outcome.clientSecret)
      case 'already-paid':
        return leave(request, outcome.orderNumber, null)
      case 'cart-changed':
        return lookAgain(outcome, request)
      default:
        return refuse(outcome)
    }
  }

  function lookAgain(answer: Changed, agreed: AskedFor): void {
    const { tariff: current = tariff } = answer
    const repriced = adopt(answer.lines, current)
    const fresh = needsQuote(current, agreed.choices) ? answer.quote : null
    if (fresh) adoptQuote(fresh)
    if (repriced.lines.length === 0) {
      reportChanges(repriced.changes)
      return dispatch({ kind: 'failed', message: words.noMessage })
    }
    const now = fresh?.totals ?? cartTotals(repriced.lines, { destination, tariff: current })
    const priced = { repriced, totals: now, quote: fresh }
    refuse({ kind: 'failed', message: priceChangeMessage(agreed, priced, formatPrice) })
  }

  async function leave(
    paid: Omit<PaymentRequest, 'checkoutId'>,
    number: string | null,
    clientSecret: string | null,
  ): Promise<void> {
    const state = await endCheckout(storage, { paid, days, number, clientSecret })
    if (state === 'refunded') return refuse({ kind: 'failed', message: words.refunded })
    dispatch({ kind: 'paid' })
    clearCart()
    writeOrderNote('')
    location.replace('/thank-you')
  }

  return {
    ...typed,
    lines,
    totals,
    cardBox,
    cardBoxReady,
    setCardBoxReady,
    countries,
    quote,
    choices,
    methodInstead,
    days,
    choose,
    submit,
  }
}

/**
 * The tariff of the page, the countries that the shop ships to, null: all, and the least that a card can be charged, in
 * CAD cents.
 */
export interface CheckoutTerms {
  tariff: Tariff
  countries: readonly string[] | null
  leastCharge: number
}

type Changed = Extract<PaymentAnswer, { kind: 'cart-changed' }>

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** The props shared by the parts of the checkout screen. */
export type Checkout = ReturnType<typeof useCheckout>

/** After the back button, a paid checkout must not be shown as it was left. */
function useReloadWhenPaid(paid: boolean): void {
  useEffect(() => {
    if (!paid) return
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', reload)
    return () => removeEventListener('pageshow', reload)
  }, [paid])
}
