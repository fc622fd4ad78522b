import * as v from 'valibot'
import type { LastOrder } from '#web/visitor/last-order.ts'

/** Long enough for a working server; the webhook settles the order anyway. */
const PATIENCE_MS = 4_000

const answerSchema = v.object({
  state: v.string(),
  orderNumber: v.nullable(v.string()),
  orderPath: v.nullable(v.string()),
})

/** What became of a payment, and the order that it paid for, when the server has said so in time. */
export interface SettledCheckout {
  state: string
  order: LastOrder | null
}

/** Without an answer it counts as paid, since the gateway's webhook tells the server too. */
const UNANSWERED: SettledCheckout = { state: 'paid', order: null }

/**
 * Tells the server at once that a payment succeeded, and learns what became of it: `refunded` when the money came after
 * the last piece was sold.
 */
export async function settleCheckout(clientSecret: string): Promise<SettledCheckout> {
  try {
    const response = await fetch('/api/checkout/settle', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret }),
      keepalive: true,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!response.ok) return UNANSWERED
    const { state, orderNumber, orderPath } = v.parse(answerSchema, await response.json())
    const isKnown = orderNumber !== null && orderPath !== null
    return { state, order: isKnown ? { number: orderNumber, path: orderPath } : null }
  } catch {
    return UNANSWERED
  }
}
