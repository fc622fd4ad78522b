import { useSyncExternalStore } from 'react'
import * as v from 'valibot'

const KEY = 'last-order'

const lastOrderSchema = v.object({
  number: v.pipe(v.string(), v.maxLength(20)),
  path: v.pipe(v.string(), v.regex(/^\/order\/[\w-]+\?key=[\w-]+$/)),
})

/** The order that was just paid in this tab. `path`: the shopper's own page about it. */
export type LastOrder = v.InferOutput<typeof lastOrderSchema>

/** Keeps the order for the thank-you page, which is the same for everybody; null forgets an earlier one. */
export function rememberLastOrder(order: LastOrder | null): void {
  try {
    if (order === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // Refused by the browser: the confirmation mail has the link too.
  }
}

/** The order that was just paid, if the browser has kept one. Null on the server, which does not know. */
export function useLastOrder(): LastOrder | null {
  const kept = useSyncExternalStore(never, read, () => null)
  return kept === null ? null : parse(kept)
}

const never = () => () => {}

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
