import * as v from 'valibot'

/** Long enough for a working server; after that the thank-you page goes on asking. */
const PATIENCE_MS = 4_000

const answerSchema = v.object({
  state: v.string(),
  orderNumber: v.nullable(v.string()),
  orderPath: v.nullable(v.string()),
})

/** What became of a payment, and the order that it paid for once the server has settled it. */
export interface SettledCheckout {
  state: string
  order: { number: string; path: string } | null
}

/**
 * Tells the server that a payment succeeded, and learns what became of it: `refunded` when the money came after the
 * last piece was sold. Null when no answer came in time: the gateway's webhook tells the server too.
 */
export async function settleCheckout(
  clientSecret: string,
  patienceMs = PATIENCE_MS,
): Promise<SettledCheckout | null> {
  try {
    const response = await fetch('/api/checkout/settle', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret }),
      keepalive: true,
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) return null
    const { state, orderNumber, orderPath } = v.parse(answerSchema, await response.json())
    const isKnown = orderNumber !== null && orderPath !== null
    return { state, order: isKnown ? { number: orderNumber, path: orderPath } : null }
  } catch {
    return null
  }
}
