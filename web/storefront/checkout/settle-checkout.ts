import * as v from 'valibot'

/** Long enough for a working server; the webhook settles the order anyway. */
const PATIENCE_MS = 4_000

const answerSchema = v.object({ state: v.string() })

/**
 * Tells the server at once that a payment succeeded, and learns what became of it: `refunded` when the money came after
 * the last piece was sold. Without an answer it counts as paid, since the gateway's webhook tells the server too.
 */
export async function settleCheckout(clientSecret: string): Promise<string> {
  try {
    const response = await fetch('/api/checkout/settle', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret }),
      keepalive: true,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return response.ok ? v.parse(answerSchema, await response.json()).state : 'paid'
  } catch {
    return 'paid'
  }
}
