import { useState } from 'react'
import type { CartLine } from '#domain/checkout/cart.ts'
import { methodDays } from '#domain/checkout/shipping/delivery-days.ts'
import type { Destination, Tariff } from '#domain/checkout/tariff.ts'
import { cartTotals } from '#web/visitor/cart-totals.ts'
import { recallMethod, rememberMethod, type CheckoutStorage } from './checkout-memory.ts'
import { useQuote } from './use-quote.ts'

/** The totals of the lines at a destination, and the shipping methods to choose from there. */
export function useCheckoutPrices(
  storage: CheckoutStorage,
  tariff: Tariff,
  lines: readonly CartLine[],
  destination: Destination | null,
) {
  const [method, setMethod] = useState(() => recallMethod(storage))
  const { quote, adopt: adoptQuote } = useQuote(tariff.isQuoted ?? false, lines, destination, method)
  const totals = quote?.totals ?? cartTotals(lines, { destination, tariff })
  const offered = (wanted: string | null) => quote?.methods.find(({ id }) => id === wanted)
  // A choice shows at once, before the shop has priced it.
  const chosen = offered(method) ?? offered(quote?.method ?? null)
  const days = chosen ? methodDays(chosen) : (tariff.days ?? null)

  function chooseMethod(id: string): void {
    setMethod(id)
    rememberMethod(storage, id)
  }

  return { quote, adoptQuote, totals, chosen, days, chooseMethod }
}
