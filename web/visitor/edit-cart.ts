import type { CartLine } from '#domain/checkout/cart.ts'
import {
  addToCart,
  removeLine as without,
  removePaid,
  restoreLine as withRestored,
  setQuantity,
} from '#domain/checkout/edit-cart.ts'
import { centsFromDollars } from '#domain/money.ts'
import type { Size } from '#domain/catalog/size.ts'
import { cartStore } from './cart.ts'
import { checkoutIds } from './checkout-id.ts'
import { writeOrderNote } from './order-note.ts'

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

/** Adds one unit. `sizes`: the sizes on sale now. `gift`: of a gift card. */
export function addLine(product: ProductToAdd, sizes: Size[], size: Size | null, gift?: string): AddOutcome {
  const price = centsFromDollars(product.price)
  if (price === null) return { kind: 'failed' }
  let outcome: AddOutcome = { kind: 'added' }
  cartStore.change((lines) => {
    const added = addToCart(lines, { ...product, price, sizes }, size, gift)
    if (Array.isArray(added)) return added
    outcome = added.kind === 'cart-full' ? { kind: 'failed' } : { kind: added.kind }
    return [...lines]
  })
  return outcome
}

/** Sets the quantity of the line `key` (domain/checkout/cart.ts: `lineKey`). */
export function setLineQuantity(key: string, quantity: number): void {
  cartStore.change((lines) => setQuantity(lines, key, quantity))
}

export function removeLine(key: string): void {
  cartStore.change((lines) => without(lines, key))
}

/** Undoes a removal. */
export function restoreLine(line: CartLine, index: number): void {
  cartStore.change((lines) => withRestored(lines, line, index))
}

/** Removes what was paid with this checkout, once, whichever tab is first. */
export function removePaidLines(checkoutId: string, paid: Parameters<typeof removePaid>[1]): void {
  const isFirst = checkoutIds.end(checkoutId, () => {
    cartStore.change((lines) => removePaid(lines, paid))
    writeOrderNote('')
  })
  // The event about the other tab's cart may still be on its way.
  if (!isFirst) cartStore.refresh()
}

/** Edits the current lines. */
export function replaceLines(edit: (lines: readonly CartLine[]) => CartLine[]): void {
  cartStore.change(edit)
}

/** The shopper has seen the notice about dropped lines. */
export function dismissDroppedNotice(): void {
  cartStore.forgetDropped()
}
