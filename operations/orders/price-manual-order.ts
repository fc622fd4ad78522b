import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { readProductsForSale, type ProductForSale } from '#db/catalogue/products-for-sale.ts'
import type { Size } from '#domain/catalogue/size.ts'
import { priceCart, type CartTotals } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { Cents } from '#domain/money.ts'
import type { ManualPriceRequest } from '#domain/checkout/manual-order.ts'
import type { Shop } from '#operations/shop.ts'

/** What is wrong with a line. `left`: how many of its units there are. */
export type LineProblem = { kind: 'gone' } | { kind: 'no-such-size' } | { kind: 'sold-out'; left: number }

/** A manual order at current prices, with the products it was checked against. */
export interface PricedManualOrder {
  products: ReadonlyMap<string, ProductForSale>
  /** By line; null: available. */
  problems: (LineProblem | null)[]
  /** Catalogue prices by line; null for a product that is not on sale. */
  prices: (Cents | null)[]
  /** Of the lines whose product is on sale. */
  totals: CartTotals
}

/** Checks and prices a manual order against the catalogue. Nothing is taken. */
export function priceManualOrder(
  { database }: Shop,
  request: ManualPriceRequest,
): Promise<PricedManualOrder> {
  return priceManualLines(database.db, request)
}

/** The same within a transaction: lock the products first. */
export async function priceManualLines(
  db: Kysely<Database>,
  { lines, delivery, shipping, customer }: ManualPriceRequest,
): Promise<PricedManualOrder> {
  const products = await readProductsForSale(
    db,
    lines.map(({ productId }) => productId),
  )
  const taken = new Map<string, number>()
  const problems = lines.map(({ productId, size, quantity }): LineProblem | null => {
    const [ofProduct, ofSize] = [taken.get(productId) ?? 0, taken.get(`${productId} ${size}`) ?? 0]
    taken.set(productId, ofProduct + quantity)
    taken.set(`${productId} ${size}`, ofSize + quantity)
    return findLineProblem(products.get(productId), { size, quantity }, { ofProduct, ofSize })
  })
  const priced = lines.flatMap(({ productId, quantity, unitPrice, reason }) => {
    const price = products.get(productId)?.price
    if (price === undefined) return []
    return [{ price, quantity, ...(unitPrice !== null && { change: { price: unitPrice, reason } }) }]
  })
  const { country, region, postal } = customer
  const destination = delivery === 'ship' ? { country, region, postal } : HERE
  const freeShipping = delivery === 'in-person' || !shipping
  return {
    products,
    problems,
    prices: lines.map(({ productId }) => products.get(productId)?.price ?? null),
    totals: priceCart(priced, { destination, tariff: TARIFF, freeShipping }),
  }
}

/** Why so many units of a size cannot be had; null when they can. `taken`: what other lines take of its counts. */
export function findLineProblem(
  product: ProductForSale | undefined,
  { size, quantity }: { size: Size; quantity: number },
  taken = { ofProduct: 0, ofSize: 0 },
): LineProblem | null {
  if (!product) return { kind: 'gone' }
  const counted = product.sizes.find((offered) => offered.size === size)
  if (!counted) return { kind: 'no-such-size' }
  const left = Math.min(
    product.stock === null ? Infinity : product.stock - taken.ofProduct,
    counted.stock === null ? Infinity : counted.stock - taken.ofSize,
  )
  return left >= quantity ? null : { kind: 'sold-out', left: Math.max(0, left) }
}

/** Where items are handed over in person. */
const HERE = { country: 'CA', region: '', postal: '' }
