import type { Kysely } from 'kysely'
import type { Cents } from '#domain/money.ts'
import { parseSize, type ProductSize } from '#domain/product.ts'
import type { Engine } from './engine.ts'
import { isAmong } from './is-among.ts'
import type { ShopDatabase } from './open-database.ts'
import type { Database } from './schema.ts'
import { BatchedRead } from './batched-read.ts'

/** What an order needs to know of a product, read from the database for each order, never from a cache. */
export interface ProductForSale {
  id: string
  name: string
  price: Cents
  stock: number | null
  sizes: ProductSize[]
  pictureKey: string | null
}

/** The products among `ids` that are on sale, by id. */
export async function readProductsForSale(
  db: Kysely<Database>,
  engine: Engine,
  ids: readonly string[],
): Promise<Map<string, ProductForSale>> {
  if (ids.length === 0) return new Map()
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'stock'])
    .where(isAmong(engine, 'id', ids))
    .where('archived_at', 'is', null)
    .execute()
  const found = new Map<string, ProductForSale>(
    products.map(({ id, name, price_cents, stock }) => [
      id,
      { id, name, price: price_cents as Cents, stock, sizes: [], pictureKey: null },
    ]),
  )
  if (found.size === 0) return found
  const details = await db
    .selectFrom('product_sizes')
    .leftJoin('pictures', (join) =>
      join.onRef('pictures.product_id', '=', 'product_sizes.product_id').on('pictures.position', '=', 0),
    )
    .select(['product_sizes.product_id as id', 'product_sizes.size', 'product_sizes.stock', 'pictures.key'])
    .where(isAmong(engine, 'product_sizes.product_id', [...found.keys()]))
    .execute()
  for (const { id, size, stock, key } of details) {
    const product = found.get(id)
    const known = parseSize(size)
    if (!product || !known) continue
    product.sizes.push({ size: known, stock })
    product.pictureKey = key
  }
  return found
}

const reads = new WeakMap<ShopDatabase, BatchedRead<string, ProductForSale>>()

/** As `readProductsForSale`, in one read for all who ask at the same time. The products are not to be changed. */
export function findProductsForSale(
  database: ShopDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductForSale>> {
  const { db, engine } = database
  const read = reads.get(database) ?? new BatchedRead((all) => readProductsForSale(db, engine, all))
  reads.set(database, read)
  return read.find(ids)
}
