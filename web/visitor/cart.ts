import { useSyncExternalStore } from 'react'
import {
  addToCart,
  removeLine as without,
  restoreLine as withRestored,
  setQuantity,
  type CartLine,
} from '#domain/checkout/cart.ts'
import { centsFromDollars } from '#domain/money.ts'
import type { Size } from '#domain/catalogue/size.ts'
import { CART_KEY, openCartStore, UNREAD_CART, type Cart } from './cart-store.ts'
import { isPrerendering } from '#web/prerendering.ts'

const store = openCartStore(() => localStorage)

function subscribe(hear: () => void): () => void {
  const stop = store.subscribe(hear)
  // `key` is null when a tab cleared the whole storage.
  const stored = ({ key }: StorageEvent) => (key === CART_KEY || key === null) && refresh()
  addEventListener('storage', stored)
  addEventListener('pageshow', refresh)
  document.addEventListener('prerenderingchange', refresh)
  return () => {
    stop()
    removeEventListener('storage', stored)
    removeEventListener('pageshow', refresh)
    document.removeEventListener('prerenderingchange', refresh)
  }
}

/** A prerendered page may never be shown: reading the cart could repair what is stored. */
function refresh(): void {
  if (!isPrerendering()) store.refresh()
}

/** The cart of this browser; empty and not `ready` until it has been read. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, read, () => UNREAD_CART)
}

function read(): Cart {
  return isPrerendering() ? UNREAD_CART : store.read()
}

/** A product as a page has it. `price` in CAD dollars. */
export interface ProductToAdd {
  id: string
  name: string
  price: number
  imageUrls: string[]
}

/** The result of adding (spec 4). */
export type AddOutcome =
  | { kind: 'added' }
  | { kind: 'out-of-stock' }
  | { kind: 'invalid-size' }
  | { kind: 'failed' }

/** Adds one unit. `sizes`: the sizes on sale now. */
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

/** Sets the quantity of the line `key` (domain/checkout/cart.ts: `lineKey`). */
export function setLineQuantity(key: string, quantity: number): void {
  store.change((lines) => setQuantity(lines, key, quantity))
}

export function removeLine(key: string): void {
  store.change((lines) => without(lines, key))
}

/** Undoes a removal. */
export function restoreLine(line: CartLine, index: number): void {
  store.change((lines) => withRestored(lines, line, index))
}

export function clearCart(): void {
  store.change(() => [])
}

/** Edits the current lines. */
export function replaceLines(edit: (lines: readonly CartLine[]) => CartLine[]): void {
  store.change(edit)
}

/** The shopper has seen the notice about dropped lines. */
export function forgetDroppedLines(): void {
  store.forgetDropped()
}
