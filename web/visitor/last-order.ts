import { useSyncExternalStore } from 'react'
import * as v from 'valibot'

const KEY = 'last-order'

const amountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const receiptSchema = v.object({
  email: v.string(),
  note: v.string(),
  total: amountSchema,
  /** What gift cards paid of it. */
  byGiftCards: v.optional(amountSchema, 0),
  /** Only gift cards, which are sent by email. */
  isGiftsOnly: v.optional(v.boolean(), false),
  /** Something of it is sold before it is made. */
  hasPreorder: v.optional(v.boolean(), false),
  /** In how many business days it arrives, or is ready for pickup. */
  days: v.optional(v.object({ least: amountSchema, most: amountSchema, isPickup: v.optional(v.boolean()) })),
  lines: v.array(
    v.object({
      name: v.string(),
      /** Its size, or for whom a gift card is. */
      detail: v.string(),
      quantity: v.number(),
      price: amountSchema,
      picture: v.nullable(v.string()),
    }),
  ),
})

/** What was just paid, as the checkout knew it. Amounts in cents. */
export type Receipt = v.InferOutput<typeof receiptSchema>

const lastOrderSchema = v.object({
  number: v.pipe(v.string(), v.maxLength(20)),
  path: v.nullable(v.pipe(v.string(), v.regex(/^\/order\/[\w-]+\?key=[\w-]+$/))),
  clientSecret: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(300))), null),
  receipt: v.optional(v.nullable(receiptSchema), null),
  isRefunded: v.optional(v.boolean(), false),
  isOverLimit: v.optional(v.boolean(), false),
})

/**
 * The order that was just paid in this tab. `path`: the shopper's order page, once the server has sent it.
 * `clientSecret`: used to ask the server until then. `isRefunded`: the payment is refunded, because nothing was left
 * or, with `isOverLimit`, because of the limit per person of a drop.
 */
export type LastOrder = v.InferOutput<typeof lastOrderSchema>

const listeners = new Set<() => void>()

/** Stores the order for the thank-you page, which is the same for all visitors; null removes an earlier one. */
export function rememberLastOrder(order: v.InferInput<typeof lastOrderSchema> | null): void {
  try {
    if (order === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // Refused by the browser: the confirmation mail has the link too.
  }
  for (const listener of listeners) listener()
}

/** Stores what the server has answered since, with the receipt if this tab has paid the order. */
export function completeLastOrder({
  number,
  path,
  isRefunded,
  isOverLimit,
}: Pick<LastOrder, 'number' | 'path' | 'isRefunded' | 'isOverLimit'>): void {
  const text = read()
  const stored = text === null ? null : parse(text)
  const receipt = stored?.number === number ? stored.receipt : null
  rememberLastOrder({ number, path, isRefunded, isOverLimit, receipt })
}

/** The order that was just paid, if the browser has stored one. Null on the server. */
export function useLastOrder(): LastOrder | null {
  const stored = useSyncExternalStore(subscribe, read, () => null)
  return stored === null ? null : parse(stored)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

function parse(kept: string): LastOrder | null {
  try {
    const order = v.safeParse(lastOrderSchema, JSON.parse(kept))
    return order.success ? order.output : null
  } catch {
    return null
  }
}
