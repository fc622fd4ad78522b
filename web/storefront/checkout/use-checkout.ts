import { useEffect, useEffectEvent, useState } from 'react'
import type { CartLine } from '#domain/checkout/cart.ts'
import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import { destinationOf, type Tariff } from '#domain/checkout/tariff.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import type { RepricedCart } from '#web/visitor/use-repriced-cart.ts'
import { cartStore } from '#web/visitor/cart.ts'
import { removePaidLines } from '#web/visitor/edit-cart.ts'
import { openCheckoutStorage } from './checkout-memory.ts'
import { endReturn } from './paying/end-checkout.ts'
import { returnedSecret, settleReturn, type ReturnOutcome } from './paying/settle-checkout.ts'
import { usePaidElsewhere } from './paying/use-paid-elsewhere.ts'
import { usePayNow } from './paying/use-pay-now.ts'
import { useCheckoutForm } from './use-checkout-form.ts'
import { useCheckoutPrices } from './prices/use-checkout-prices.ts'

/** The state and actions of the checkout screen: form values, payment and outcome. */
export function useCheckout(
  repriced: RepricedCart,
  { tariff: ofPage, countries, leastCharge }: CheckoutTerms,
  formatPrice: FormatPrice,
) {
  const [storage] = useState(openCheckoutStorage)
  const { dispatch, refuse, ...typed } = useCheckoutForm(storage, countries)
  const [cardBoxReady, setCardBoxReady] = useState(false)
  /** The lines at the time Pay Now was pressed: a change in another tab does not affect a running payment. */
  const [paying, setPaying] = useState<CartLine[]>([])

  /** The number of an order that another tab paid, while the cart has more. */
  const [paidApart, setPaidApart] = useState<string | null>(null)

  const { cart } = repriced
  const tariff = repriced.tariff ?? ofPage
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

  const { cardBox, payNow, leaveFor } = usePayNow({
    storage,
    form: { values, dispatch, refuse },
    repriced,
    prices: { quote, adoptQuote, choices, days },
    tariff,
    destination,
    leastCharge,
    formatPrice,
    onStart: setPaying,
  })

  const [isReturning, setReturning] = useState(() => returnedSecret() !== null)

  /** Another site, such as that of a bank, has led back here: with or without a payment. */
  const comeBack = useEffectEvent(async (outcome: ReturnOutcome) => {
    dispatch({ kind: 'pay-pressed' })
    const refusal = await endReturn(storage, outcome)
    if (refusal === null) return
    setReturning(false)
    refuse(refusal)
  })
  useEffect(() => {
    const clientSecret = returnedSecret()
    if (clientSecret !== null) void settleReturn(clientSecret).then((outcome) => comeBack(outcome))
  }, [])

  /** A tab that was paying leaves in any case; otherwise what is left in the cart can be bought. */
  const isEnding = usePaidElsewhere((id, order) => {
    removePaidLines(id, order.items)
    if (idle && cartStore.read().lines.length > 0) {
      setPaidApart(order.number)
      return false
    }
    leaveFor(order)
    return true
  })

  async function submit(): Promise<void> {
    if (idle) await payNow()
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
    tariff,
    choose,
    submit,
    isEnding,
    isReturning,
    paidApart,
  }
}

/**
 * The tariff of the page, the countries that the shop ships to, null: all, and the least that a card can be charged, in
 * cents.
 */
export interface CheckoutTerms {
  tariff: Tariff
  countries: readonly string[] | null
  leastCharge: number
}

/** The props shared by the parts of the checkout screen. */
export type Checkout = ReturnType<typeof useCheckout>

/** What the fields of the form need of a checkout. */
export type FormOfFields = Pick<Checkout, 'values' | 'change' | 'countries'> & {
  state: Pick<Checkout['state'], 'fieldErrors'>
}

/** The back button must not bring back a checkout that has been paid. */
function useReloadWhenPaid(paid: boolean): void {
  useEffect(() => {
    if (!paid) return
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', reload)
    return () => removeEventListener('pageshow', reload)
  }, [paid])
}
