import * as v from 'valibot'

/** Long enough for a working server; after that the thank-you page keeps asking. */
const TIMEOUT_MS = 4_000

const answerSchema = v.object({
  state: v.string(),
  orderNumber: v.nullable(v.string()),
  orderPath: v.nullable(v.string()),
  items: v.optional(v.array(v.object({ productId: v.string(), size: v.string(), quantity: v.number() })), []),
})

/** An order as the server has settled it. `path`: null when only the mail has it. `items`: if asked by checkout. */
export interface SettledOrder {
  number: string
  path: string | null
  items: { productId: string; size: string; quantity: number }[]
}

/** The outcome of a payment, and its order once the server has settled it. */
export interface SettledCheckout {
  state: string
  order: SettledOrder | null
}

/**
 * Asks the server about a payment, which it settles, and returns the outcome: `refunded` when the payment arrived after
 * the stock was sold out. Null when no answer arrived in time; the gateway's webhook reports the payment to the server
 * as well.
 */
export async function settleCheckout(
  about: { clientSecret: string } | { checkoutId: string },
  timeoutMs = TIMEOUT_MS,
): Promise<SettledCheckout | null> {
  try {
    const response = await fetch('/api/checkout/settle', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(about),
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return null
    const { state, orderNumber, orderPath, items } = v.parse(answerSchema, await response.json())
    const order = orderNumber === null ? null : { number: orderNumber, path: orderPath, items }
    return { state, order }
  } catch {
    return null
  }
}

/** The order that was paid with this checkout, in whatever tab; null: none that the server knows of. */
export async function findPaidOrder(checkoutId: string): Promise<SettledOrder | null> {
  const settled = await settleCheckout({ checkoutId })
  return settled === null || settled.state === 'refunded' ? null : settled.order
}
