import type { Kysely } from 'kysely'
import type { Cents } from '#domain/money.ts'
import { parseSize, type ProductSize } from '#domain/product.ts'
import type { ShopDatabase } from './open-database.ts'
import type { Database } from './schema.ts'

/** What an order needs to know of a product, read where it is sold: in the transaction, never from a cache. */
export interface ProductForSale {
  id: string
  name: string
  price: Cents
  stock: number | null
  sizes: ProductSize[]
  pictureKey: string | null
}

/**
 * The products among `ids` that are on sale, by id. `lock` keeps others from selling them until the transaction ends;
 * rows are locked in one order everywhere, so that two carts cannot wait for each other.
 */
export async function readProductsForSale(
  db: Kysely<Database>,
  engine: ShopDatabase['engine'],
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, ProductForSale>> {
  if (ids.length === 0) return new Map()
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'stock'])
    .where('id', 'in', [...new Set(ids)])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .$if(lock && engine === 'postgres', (query) => query.forUpdate())
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
    .where('product_sizes.product_id', 'in', [...found.keys()])
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
