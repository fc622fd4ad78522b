import type { Kysely } from 'kysely'
import type { ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { ProductSize } from '#domain/catalog/size.ts'
import { inList, listParameter, type ListParameter } from '#db/engine/is-among.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import { published } from './on-sale.ts'
import { BatchedRead } from '#db/engine/batched-read.ts'

/** What an order needs to know of a product, read from the database for each order, never from a cache. */
export interface ProductForSale {
  id: ProductId
  name: string
  category: string
  price: Cents
  /** The price before a reduction, if staff gave one. */
  compareAt: Cents | null
  stock: number | null
  sizes: ProductSize[]
  pictureKey: string | null
  /** Of one unit in grams; null: unknown. */
  weight: number | null
  /** For customs. Empty: unknown. */
  hsCode: string
  origin: string
  taxFree: boolean
  /** When it will be sold; null: it is on sale. Epoch milliseconds. */
  soldFrom: number | null
  /** Empty: it is no gift card (domain/catalog/gift-amounts.ts). */
  giftAmounts: string
}

const publishedAmong = compiledStatement((db, { ids, now }: { ids: ListParameter; now: number }) =>
  db
    .selectFrom('products')
    .leftJoin('product_sizes', 'product_sizes.product_id', 'products.id')
    .leftJoin('preorders', (join) =>
      join
        .onRef('preorders.product_id', '=', 'products.id')
        .onRef('preorders.size', '=', 'product_sizes.size'),
    )
    .leftJoin('pictures', (join) =>
      join.onRef('pictures.product_id', '=', 'products.id').on('pictures.position', '=', 0),
    )
    .select([
      'products.id',
      'products.name',
      'products.category',
      'price_cents',
      'compare_at_cents',
      'products.stock',
      'products.tax_free',
    ])
    .select(['product_sizes.size', 'product_sizes.stock as size_stock', 'pictures.key'])
    .select(['preorders.units', 'preorders.ships_on as shipsOn'])
    .select(['weight_grams', 'hs_code', 'origin_country', 'sold_from', 'gift_amounts'])
    .where(inList(db, 'products.id', ids))
    .where(published(now)),
)

/** The products among `ids` that are published at `now`, by id. */
export async function readProductsForSale(
  db: Kysely<Database>,
  ids: readonly ProductId[],
  now: number,
): Promise<Map<ProductId, ProductForSale>> {
  if (ids.length === 0) return new Map()
  const { rows } = await publishedAmong(db, { ids: listParameter(db, ids), now })
  const found = new Map<ProductId, ProductForSale>()
  for (const { id, name, category, price_cents, stock, size, size_stock, key, ...row } of rows) {
    const product = found.get(id) ?? {
      id,
      name,
      category,
      price: price_cents,
      compareAt: row.compare_at_cents,
      stock,
      sizes: [],
      pictureKey: key,
      weight: row.weight_grams,
      hsCode: row.hs_code,
      origin: row.origin_country,
      taxFree: row.tax_free === 1,
      soldFrom: row.sold_from !== null && row.sold_from > now ? row.sold_from : null,
      giftAmounts: row.gift_amounts,
    }
    found.set(id, product)
    if (size !== null) product.sizes.push({ size, stock: size_stock, ...preorderOf(row) })
  }
  return found
}

/** That a size is sold before it is made, where a row has it. */
export function preorderOf({ units, shipsOn }: { units: number | null; shipsOn: ShopDay | null }) {
  return units !== null && shipsOn !== null ? { preorder: { units, shipsOn } } : {}
}

/** The shop's database and clock. */
interface SellingShop {
  database: ShopDatabase
  now(): number
}

const reads = new WeakMap<SellingShop, BatchedRead<ProductId, ProductForSale>>()

/** Like `readProductsForSale`, with one read for simultaneous requests. Do not modify the products. */
export function findProductsForSale(
  shop: SellingShop,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, ProductForSale>> {
  const read =
    reads.get(shop) ?? new BatchedRead((all) => readProductsForSale(shop.database.db, all, shop.now()))
  reads.set(shop, read)
  return read.find(ids)
}
