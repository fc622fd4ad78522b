import { useState } from 'react'
import type { CartLine } from '#domain/checkout/cart.ts'
import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import { methodDays } from '#domain/checkout/shipping/delivery-days.ts'
import type { Destination } from '#domain/places/place.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { cartTotals } from '#web/visitor/cart-totals.ts'
import {
  recallChoices,
  rememberChoices,
  type CheckoutStorage,
} from '#web/storefront/checkout/checkout-memory.ts'
import { useCodes } from '#web/visitor/codes.ts'
import { useQuote } from './use-quote.ts'

/** The totals of the lines at a destination, with what the shopper chose, and the methods to choose from there. */
export function useCheckoutPrices(
  storage: CheckoutStorage,
  tariff: Tariff,
  lines: readonly CartLine[],
  destination: Destination | null,
) {
  const [chosen, setChosen] = useState(() => recallChoices(storage))
  const codes = useCodes()
  const wanted: CheckoutChoices = { ...chosen, codes }
  const { quote, adopt: adoptQuote } = useQuote(tariff, lines, destination, wanted)
  const totals = quote?.totals ?? cartTotals(lines, { destination, tariff })
  const offered = (id: string | null) => quote?.methods.find((method) => method.id === id)
  // A choice is shown immediately, before the shop has priced it.
  const method = offered(wanted.shippingMethod) ?? offered(quote?.method ?? null)
  const days = method ? methodDays(method) : (tariff.days ?? null)
  // The chosen method may have been removed, or may not be offered at another address.
  const isMethodGone =
    method !== undefined && wanted.shippingMethod !== null && method.id !== wanted.shippingMethod
  // The method that is shown as chosen, even if the shopper has not chosen one; the codes that do something.
  const isRefused = (code: string) =>
    quote?.codes.some((one) => one.code === code && one.refusal !== null) === true
  const choices: CheckoutChoices = {
    shippingMethod: method?.id ?? null,
    codes: codes.filter((code) => !isRefused(code)),
  }

  function choose(change: Partial<CheckoutChoices>): void {
    const changed = { ...wanted, ...change }
    setChosen(changed)
    rememberChoices(storage, changed)
  }

  const methodInstead = isMethodGone ? method.name : null
  return { quote, adoptQuote, totals, choices, methodInstead, days, choose }
}
