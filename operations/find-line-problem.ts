import type { ProductForSale } from '#db/catalog/products-for-sale.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import type { Size } from '#domain/catalog/size.ts'

/** What is wrong with a line. `left`: how many of its units there are. `gift-card`: staff do not say for whom it is. */
export type LineProblem =
  | { kind: 'gone' }
  | { kind: 'gift-card' }
  | { kind: 'no-such-size' }
  | { kind: 'sold-out'; left: number }

/**
 * Why this many units of a size are not available; null when they are. `taken`: the units of the same counts that other
 * lines take.
 */
export function findLineProblem(
  product: ProductForSale | undefined,
  { size, quantity }: { size: Size; quantity: number },
  taken = { ofProduct: 0, ofSize: 0 },
): LineProblem | null {
  if (!product || product.soldFrom !== null) return { kind: 'gone' }
  if (isGiftCard(product)) return { kind: 'gift-card' }
  const counted = product.sizes.find((offered) => offered.size === size)
  if (!counted) return { kind: 'no-such-size' }
  const left = Math.min(
    product.stock === null ? Infinity : product.stock - taken.ofProduct,
    counted.stock === null ? Infinity : counted.stock - taken.ofSize,
  )
  return left >= quantity ? null : { kind: 'sold-out', left: Math.max(0, left) }
}
