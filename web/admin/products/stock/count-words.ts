import { unitsLeft } from '#domain/catalog/product.ts'
import { sizeLevel, type CountedSize } from '#domain/catalog/stock-edit.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'

type Counted = Pick<StaffProduct, 'name' | 'stock' | 'sizes'>

/** The count of a size, or the product's own; null: not tracked. */
export function countIn({ stock, sizes }: Counted, size: CountedSize): number | null {
  return size === null ? stock : (sizes.find((one) => one.size === size)?.stock ?? null)
}

/** A count as it is shown: `M 4`; `M` for a size without its own count; `4` or `Not tracked` for the product. */
export function countText(product: Counted, size: CountedSize): string {
  const count = countIn(product, size)
  if (size === null) return count === null ? 'Not tracked' : String(count)
  return count === null ? size : `${size} ${count}`
}

/** The accessible name of a count: the text, its level in words, and what the button does. */
export function countLabel(product: Counted, size: CountedSize): string {
  return `${countText(product, size)}${levelWords(product, size)}. Change the stock of ${product.name}${size === null ? '' : `, ${size}`}`
}

/** `, sold out` or `, running low`; empty otherwise. */
export function levelWords(product: Counted, size: CountedSize): string {
  const level = levelOf(product, size)
  return level === 'out' ? ', sold out' : level === 'low' ? ', running low' : ''
}

/** A size is out as well when the product's own count is at 0. */
export function levelOf(product: Counted, size: CountedSize): 'out' | 'low' | 'enough' {
  if (size === null) return 'enough'
  return unitsLeft(product, size) === 0 ? 'out' : sizeLevel(countIn(product, size))
}

/** The message after a change. */
export function countSaved(product: Counted, size: CountedSize): string {
  const count = countIn(product, size)
  const what = size === null ? product.name : `${product.name}, ${size}`
  return `${what}: ${count === null ? 'not tracked' : `${count} in stock`}`
}
