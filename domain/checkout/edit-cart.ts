import type { Size } from '#domain/catalog/size.ts'
import { clampQuantity, lineKey, MAX_LINES, type CartLine, type CartProduct } from './cart.ts'

/** Why a product was not added (spec 4). `cart-full`: the cart has MAX_LINES lines already. */
export type AddRefusal = { kind: 'out-of-stock' } | { kind: 'invalid-size' } | { kind: 'cart-full' }

/** Adds one unit: a new line, or one more on the line of the same size. `sizes`: the sizes on sale now. */
export function addToCart(
  lines: readonly CartLine[],
  { sizes, ...product }: CartProduct & { sizes: readonly Size[] },
  size: Size | null,
  gift?: string,
): CartLine[] | AddRefusal {
  if (sizes.length === 0) return { kind: 'out-of-stock' }
  if (size === null || !sizes.includes(size)) return { kind: 'invalid-size' }
  const line = { product, quantity: 1, selectedSize: size, gift }
  const known = lines.some((other) => lineKey(other) === lineKey(line))
  return known || lines.length < MAX_LINES ? restoreLine(lines, line, lines.length) : { kind: 'cart-full' }
}

/** Sets the quantity of a line. Numbers below 1 or not whole change nothing (spec 4). */
export function setQuantity(lines: readonly CartLine[], key: string, quantity: number): CartLine[] {
  if (!Number.isInteger(quantity) || quantity < 1) return [...lines]
  return lines.map((line) => (lineKey(line) === key ? { ...line, quantity: clampQuantity(quantity) } : line))
}

/** The cart without the line of this key (`lineKey`); unchanged when there is none. `restoreLine` undoes it. */
export function removeLine(lines: readonly CartLine[], key: string): CartLine[] {
  return lines.filter((line) => lineKey(line) !== key)
}

/** Undoes a removal: the line returns to its old position. If it was added again in between, the two are merged. */
export function restoreLine(lines: readonly CartLine[], line: CartLine, index: number): CartLine[] {
  const key = lineKey(line)
  const same = lines.find((other) => lineKey(other) === key)
  if (same) return setQuantity(lines, key, same.quantity + line.quantity)
  return lines.length < MAX_LINES ? lines.toSpliced(index, 0, line) : [...lines]
}

/** The cart without what was paid: a line that has more units by now keeps the others. */
export function removePaid(
  lines: readonly CartLine[],
  paid: readonly { productId: string; size: string; quantity: number }[],
): CartLine[] {
  const open = paid.map((one) => ({ ...one }))
  return lines.flatMap((line) => {
    const same = open.find(
      (one) => one.quantity > 0 && one.productId === line.product.id && one.size === line.selectedSize,
    )
    const taken = Math.min(line.quantity, same?.quantity ?? 0)
    if (same) same.quantity -= taken
    const quantity = line.quantity - taken
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}
