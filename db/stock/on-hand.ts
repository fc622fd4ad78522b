import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OnHand } from '#domain/sales/reports.ts'

/** What is in stock of the products that are not archived: of each size, or of the whole where sizes have no counts. */
export async function readOnHand(db: Kysely<Database>): Promise<OnHand[]> {
  const products = db.selectFrom('products').where('archived_at', 'is', null)
  const [wholes, sizes] = await Promise.all([
    products.select(['id as productId', 'name', 'stock', 'price_cents as price']).orderBy('name').execute(),
    products
      .innerJoin('product_sizes', 'product_sizes.product_id', 'products.id')
      .leftJoin('preorders', (join) =>
        join
          .onRef('preorders.product_id', '=', 'products.id')
          .onRef('preorders.size', '=', 'product_sizes.size'),
      )
      .select(['products.id as productId', 'product_sizes.size', 'product_sizes.stock', 'units'])
      .where('product_sizes.stock', 'is not', null)
      .orderBy('product_sizes.position')
      .execute(),
  ])
  const sizesOf = Map.groupBy(sizes, ({ productId }) => productId)
  return wholes.flatMap((whole): OnHand[] => {
    const own = sizesOf.get(whole.productId) ?? []
    return own.length === 0
      ? [{ ...whole, size: null }]
      : own.map(({ units, ...size }) => ({
          ...whole,
          ...size,
          stock: Math.max(0, (size.stock ?? 0) - (units ?? 0)),
        }))
  })
}
