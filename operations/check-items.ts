import type { ProductForSale } from '#db/products-for-sale.ts'
import { dollars } from '#domain/money.ts'
import { piecesLeft, type Size } from '#domain/product.ts'
import { priceCart, type CartTotals } from '#domain/pricing.ts'

/** What a shopper asks for: so many pieces of one size. */
export interface Item {
  productId: string
  size: Size
  quantity: number
}

/** Whether one item can be had as asked. */
export type ItemStatus = 'ok' | 'gone' | 'size-unavailable' | 'not-enough'

/** One item against the catalogue: what it costs in CAD dollars, and how many are left (null: nothing limits it). */
export interface CheckedItem extends Item {
  status: ItemStatus
  left: number | null
  name: string | null
  price: number | null
}

/** A cart against the catalogue, with the totals of what can be had. */
export interface CheckedCart {
  items: CheckedItem[]
  totals: CartTotals
}

/** Checks items in their order; the pieces of one product that are asked for in several lines are counted together. */
export function checkItems(
  items: readonly Item[],
  products: ReadonlyMap<string, ProductForSale>,
): CheckedCart {
  const claimed = new Map<string, number>()
  const claim = (key: string, quantity: number) => claimed.set(key, (claimed.get(key) ?? 0) + quantity)

  const checked = items.map((item): CheckedItem => {
    const product = products.get(item.productId)
    if (!product) return { ...item, status: 'gone', left: 0, name: null, price: null }
    const known = { name: product.name, price: dollars(product.price) }
    const offered = product.sizes.find(({ size }) => size === item.size)
    const left = piecesLeft(
      {
        stock: remaining(product.stock, claimed.get(product.id)),
        sizes: offered ? [{ ...offered, stock: remaining(offered.stock, claimed.get(sizeKey(item))) }] : [],
      },
      item.size,
    )
    if (piecesLeft(product, item.size) === 0)
      return { ...item, ...known, status: 'size-unavailable', left: 0 }
    if (left !== null && left < item.quantity) return { ...item, ...known, status: 'not-enough', left }
    claim(product.id, item.quantity)
    claim(sizeKey(item), item.quantity)
    return { ...item, ...known, status: 'ok', left }
  })

  const priced = checked.flatMap(({ status, productId, quantity, left }) => {
    const price = products.get(productId)?.price
    const available = status === 'ok' ? quantity : (left ?? 0)
    return price !== undefined && available > 0 ? [{ price, quantity: available }] : []
  })
  return { items: checked, totals: priceCart(priced) }
}

function remaining(stock: number | null, claimed = 0): number | null {
  return stock === null ? null : stock - claimed
}

function sizeKey({ productId, size }: Item): string {
  return `${productId} ${size}`
}
