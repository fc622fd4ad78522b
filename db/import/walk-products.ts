import type { Kysely } from 'kysely'
import { productsFromRows } from '#db/catalog/product-rows.ts'
import type { Database } from '#db/schema.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { ProductId } from '#domain/ids.ts'

const BATCH_SIZE = 200

/** All products that are not archived, oldest first, in batches. */
export async function* walkProducts(db: Kysely<Database>): AsyncGenerator<Product[]> {
  let last: { created_at: number; id: ProductId } | undefined
  for (;;) {
    let all = db.selectFrom('products').selectAll().where('archived_at', 'is', null)
    if (last !== undefined) {
      const { created_at, id } = last
      all = all.where(({ or, and, eb }) =>
        or([eb('created_at', '>', created_at), and([eb('created_at', '=', created_at), eb('id', '>', id)])]),
      )
    }
    const rows = await all.orderBy('created_at').orderBy('id').limit(BATCH_SIZE).execute()
    last = rows.at(-1)
    if (last === undefined) return
    yield await productsFromRows(db, rows)
  }
}
