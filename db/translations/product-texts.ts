import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'

/** The texts of a product that is not deleted, in the shop's own language. */
export interface ProductTexts {
  id: ProductId
  name: string
  description: string
  searchTitle: string
  searchDescription: string
  pictures: { key: string; alt: string }[]
}

/** The texts of the products that are not deleted, the newest first; of one of them with its id. */
export async function readProductTexts(db: Kysely<Database>, id?: ProductId): Promise<ProductTexts[]> {
  const products = db
    .selectFrom('products')
    .select(['id', 'name', 'description'])
    .select(['search_title as searchTitle', 'search_description as searchDescription'])
    .where('archived_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const pictures = db
    .selectFrom('pictures')
    .select(['product_id', 'key', 'alt'])
    .where('alt', '<>', '')
    .orderBy('product_id')
    .orderBy('position')
  const [found, shown] = await Promise.all([
    (id === undefined ? products : products.where('id', '=', id)).execute(),
    (id === undefined ? pictures : pictures.where('product_id', '=', id)).execute(),
  ])
  const picturesOf = Map.groupBy(shown, ({ product_id: of }) => of)
  return found.map((one) => ({
    ...one,
    pictures: (picturesOf.get(one.id) ?? []).map(({ key, alt }) => ({ key, alt })),
  }))
}
