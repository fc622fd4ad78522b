import * as v from 'valibot'

/** Long enough for a working server; after that the thank-you page keeps asking. */
const TIMEOUT_MS = 4_000

const answerSchema = v.object({
  state: v.string(),
  orderNumber: v.nullable(v.string()),
  orderPath: v.nullable(v.string()),
})

/** The outcome of a payment, and its order once the server has settled it. */
export interface SettledCheckout {
  state: string
  order: { number: string; path: string } | null
}

/**
 * Reports a successful payment to the server and returns the outcome: `refunded` when the payment arrived after the
 * stock was sold out. Null when no answer arrived in time; the gateway's webhook reports the payment to the server as
 * well.
 */
export async function settleCheckout(
  clientSecret: string,
  timeoutMs = TIMEOUT_MS,
): Promise<SettledCheckout | null> {
  try {
    const response = await fetch('/api/checkout/settle', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret }),
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return null
    const { state, orderNumber, orderPath } = v.parse(answerSchema, await response.json())
    const isKnown = orderNumber !== null && orderPath !== null
    return { state, order: isKnown ? { number: orderNumber, path: orderPath } : null }
  } catch {
    return null
  }
}
