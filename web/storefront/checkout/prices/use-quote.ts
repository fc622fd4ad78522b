import { useEffect, useState } from 'react'
import type { CartLine } from '#domain/checkout/cart.ts'
import { needsQuote, type CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { Destination } from '#domain/places/place.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { dropUnknown } from '#web/visitor/codes.ts'
import { checkoutIds } from '#web/visitor/checkout-id.ts'
import { timeLimit } from '#web/visitor/time-limit.ts'
import { cartItems, hasPreorders } from '#web/visitor/cart-totals.ts'
import { quoteAt, readQuote, type Answered, type Quote } from './quote.ts'

/** While an address is typed, it is not priced at every letter. */
const DEBOUNCE_MS = 250
/** Between attempts while the connection is lost. */
const RETRY_DELAY_MS = 4_000
const TIMEOUT_MS = 20_000

/**
 * The totals of a cart at its destination, where only the server can compute them. The last ones stay until there are
 * new ones, but not the problem of another destination. `adopt` takes over a quote from another answer.
 */
export function useQuote(
  tariff: Tariff,
  lines: readonly CartLine[],
  destination: Destination | null,
  choices: CheckoutChoices,
) {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const request = JSON.stringify({
    body: { items: cartItems(lines), destination, ...choices },
    // Another tab may store new prices: the totals are requested again.
    prices: lines.map(({ product }) => product.price),
  })
  // The shop says what is sent later, and the shopper agrees to it.
  const needed = (hasPreorders(lines) || needsQuote(tariff, choices)) && lines.length > 0
  const adopt = (quote: Quote) => setAnswered({ quote, destination })

  useEffect(() => {
    if (!needed) return
    const outdated = new AbortController()
    const { body } = JSON.parse(request) as { body: Pick<Answered, 'destination'> }
    const ask = async () => {
      const quote = await fetchQuote(body, outdated.signal)
      if (outdated.signal.aborted) return
      if (quote === 'lost') timer = setTimeout(ask, RETRY_DELAY_MS)
      else if (quote) {
        dropUnknown(quote.codes)
        setAnswered({ quote, destination: body.destination })
      }
    }
    let timer = setTimeout(ask, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [request, needed])

  return { quote: needed && answered ? quoteAt(answered, destination) : null, adopt }
}

/** Asks the server for a quote. `lost`: no answer arrived. Null: the server gave none. */
export async function fetchQuote(request: object, signal?: AbortSignal): Promise<Quote | 'lost' | null> {
  try {
    const response = await fetch('/api/cart/price', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ checkoutId: checkoutIds.current() ?? undefined, ...request }),
      signal: timeLimit(TIMEOUT_MS, signal),
    })
    return response.ok ? readQuote(await response.json()) : null
  } catch {
    return 'lost'
  }
}
