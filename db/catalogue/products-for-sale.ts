import type { Kysely } from 'kysely'
import type { ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { parseSize, type ProductSize } from '#domain/catalogue/size.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import { onSale } from './on-sale.ts'
import { BatchedRead } from '#db/engine/batched-read.ts'

/** What an order needs to know of a product, read from the database for each order, never from a cache. */
export interface ProductForSale {
  id: ProductId
  name: string
  price: Cents
  stock: number | null
  sizes: ProductSize[]
  pictureKey: string | null
}

/** The products among `ids` that are on sale, by id. */
export async function readProductsForSale(
  db: Kysely<Database>,
  ids: readonly ProductId[],
): Promise<Map<ProductId, ProductForSale>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .leftJoin('product_sizes', 'product_sizes.product_id', 'products.id')
    .leftJoin('pictures', (join) =>
      join.onRef('pictures.product_id', '=', 'products.id').on('pictures.position', '=', 0),
    )
    .select(['products.id', 'products.name', 'price_cents', 'products.stock'])
    .select(['product_sizes.size', 'product_sizes.stock as size_stock', 'pictures.key'])
    .where(isAmong(db, 'products.id', ids))
    .where(onSale)
    .execute()
  const found = new Map<ProductId, ProductForSale>()
  for (const { id, name, price_cents, stock, size, size_stock, key } of rows) {
    const product = found.get(id) ?? {
      id,
      name,
      price: price_cents,
      stock,
      sizes: [],
      pictureKey: key,
    }
    found.set(id, product)
    const known = size === null ? null : parseSize(size)
    if (known) product.sizes.push({ size: known, stock: size_stock })
  }
  return found
}

const reads = new WeakMap<ShopDatabase, BatchedRead<ProductId, ProductForSale>>()

/** As `readProductsForSale`, in one read for all who ask at the same time. The products are not to be changed. */
export function findProductsForSale(
  database: ShopDatabase,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, ProductForSale>> {
  const read = reads.get(database) ?? new BatchedRead((all) => readProductsForSale(database.db, all))
  reads.set(database, read)
  return read.find(ids)
}
