import { useSyncExternalStore } from 'react'
import {
  addToCart,
  removeLine as without,
  restoreLine as withRestored,
  setQuantity,
  type CartLine,
} from '#domain/checkout/cart.ts'
import { centsFromDollars } from '#domain/money.ts'
import type { Size } from '#domain/catalogue/product.ts'
import { CART_KEY, openCartStore, UNREAD_CART, type Cart } from './cart-store.ts'

const store = openCartStore(() => localStorage)

function subscribe(hear: () => void): () => void {
  const stop = store.subscribe(hear)
  // `key` is null when a tab cleared the whole storage.
  const stored = ({ key }: StorageEvent) => (key === CART_KEY || key === null) && store.refresh()
  addEventListener('storage', stored)
  addEventListener('pageshow', store.refresh)
  document.addEventListener('prerenderingchange', store.refresh)
  return () => {
    stop()
    removeEventListener('storage', stored)
    removeEventListener('pageshow', store.refresh)
    document.removeEventListener('prerenderingchange', store.refresh)
  }
}

/** The cart of this browser; empty and not `ready` until it was read. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, store.read, () => UNREAD_CART)
}

/** A product as a page knows it. `price` in CAD dollars. */
export interface ProductToAdd {
  id: string
  name: string
  price: number
  imageUrls: string[]
}

/** How adding ended (spec 4). */
export type AddOutcome =
  | { kind: 'added' }
  | { kind: 'out-of-stock' }
  | { kind: 'invalid-size' }
  | { kind: 'failed' }

/** One more piece. `sizes`: those that can be bought now. */
export function addLine(product: ProductToAdd, sizes: Size[], size: Size | null): AddOutcome {
  const price = centsFromDollars(product.price)
  if (price === null) return { kind: 'failed' }
  let outcome: AddOutcome = { kind: 'added' }
  store.change((lines) => {
    const added = addToCart(lines, { ...product, price, sizes }, size)
    if (Array.isArray(added)) return added
    outcome = added.kind === 'cart-full' ? { kind: 'failed' } : { kind: added.kind }
    return [...lines]
  })
  return outcome
}

/** Sets how many pieces the line of `key` has (domain/checkout/cart.ts: `lineKey`). */
export function setLineQuantity(key: string, quantity: number): void {
  store.change((lines) => setQuantity(lines, key, quantity))
}

export function removeLine(key: string): void {
  store.change((lines) => without(lines, key))
}

/** Takes a removal back. */
export function restoreLine(line: CartLine, index: number): void {
  store.change((lines) => withRestored(lines, line, index))
}

export function clearCart(): void {
  store.change(() => [])
}

/** Brings the lines up to date, from the cart as it stands now. */
export function replaceLines(edit: (lines: readonly CartLine[]) => CartLine[]): void {
  store.change(edit)
}

/** The shopper has seen that stored lines went. */
export function forgetDroppedLines(): void {
  store.forgetDropped()
}
