import * as v from 'valibot'
import * as words from '#words/en/checkout/checkout.ts'

/** Long enough for a working server; after that the thank-you page keeps asking. */
const TIMEOUT_MS = 4_000

const answerSchema = v.object({
  state: v.string(),
  orderNumber: v.nullable(v.string()),
  orderPath: v.nullable(v.string()),
  items: v.optional(v.array(v.object({ productId: v.string(), size: v.string(), quantity: v.number() })), []),
  why: v.optional(v.literal('person-limit')),
  isProcessing: v.optional(v.boolean(), false),
  failure: v.optional(v.nullable(v.string()), null),
})

/** An order as the server has settled it. `path`: null when only the mail has it. `items`: if asked by checkout. */
export interface SettledOrder {
  number: string
  path: string | null
  items: { productId: string; size: string; quantity: number }[]
}

/**
 * The outcome of a payment, and its order once the server has settled it. `isProcessing`: the gateway has not decided
 * yet. `failure`: what it says about the last attempt.
 */
export interface SettledCheckout {
  state: string
  isProcessing: boolean
  /** Why it was refunded, if not because the stock was sold out. */
  why?: 'person-limit' | undefined
  failure: string | null
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
    const { orderNumber, orderPath, items, ...outcome } = v.parse(answerSchema, await response.json())
    const order = orderNumber === null ? null : { number: orderNumber, path: orderPath, items }
    return { ...outcome, order }
  } catch {
    return null
  }
}

/** The order that was paid with this checkout, in whatever tab; null: none that the server knows of. */
export async function findPaidOrder(checkoutId: string): Promise<SettledOrder | null> {
  const settled = await settleCheckout({ checkoutId })
  return settled === null || settled.state === 'refunded' ? null : settled.order
}

/** In the address of a return, the payment that it is about, in the name that hosted methods give it. */
const RETURNED = 'payment_intent_client_secret'

/** The client secret of the payment that another site has led the shopper back from; null: none. */
export function returnedSecret(): string | null {
  return new URLSearchParams(location.search).get(RETURNED)
}

/** How long to wait before asking again about a payment that is not decided. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** What came of a payment that led the shopper away; `failed`: why it is not paid, for the shopper. */
export type ReturnOutcome =
  | { kind: 'settled'; state: string; why?: 'person-limit' | undefined; order: SettledOrder }
  | { kind: 'failed'; message: string; isUnconfirmed: boolean }

/** Settles such a payment by what the gateway says: the rest of the address may be invented. */
export async function settleReturn(clientSecret: string): Promise<ReturnOutcome> {
  let settled: SettledCheckout | null = null
  for (const pause of [0, ...PAUSES_MS]) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    settled = await settleCheckout({ clientSecret })
    if (settled !== null && !settled.isProcessing) break
  }
  forgetReturn()
  if (settled?.order) return { kind: 'settled', state: settled.state, why: settled.why, order: settled.order }
  const isUnconfirmed = settled === null || settled.isProcessing
  const failure = settled?.failure ?? words.notCompleted
  return { kind: 'failed', message: isUnconfirmed ? words.noAnswer : failure, isUnconfirmed }
}

/** A reload or a link to this page is not a return. */
function forgetReturn(): void {
  const kept = [...new URLSearchParams(location.search)].filter(
    ([name]) => !name.startsWith('payment_intent') && name !== 'redirect_status',
  )
  const query = kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
  history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`)
}
