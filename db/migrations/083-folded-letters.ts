import { sql, type Kysely } from 'kysely'
import { searchBody } from '#domain/catalog/search/search.ts'

interface Before {
  products: { id: string; name: string; description: string; category: string }
  product_search: { product_id: string; body: string }
}

/**
 * Texts are found without their accents. Products are rewritten here, by the rule that the shop searches them with;
 * orders and messages are filled in steps (db/upgrades/folded-search.ts).
 */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Before>
  const products = await db.selectFrom('products').select(['id', 'name', 'description', 'category']).execute()
  await db.deleteFrom('product_search').execute()
  for (const product of products) {
    const body = searchBody(product).toWellFormed()
    await db.insertInto('product_search').values({ product_id: product.id, body }).execute()
  }
  await db.schema.alterTable('orders').addColumn('address_key', 'text').execute()
  await sql`create index orders_waiting_by_address_key on orders (address_key, created_at)
    where fulfilment = 'unfulfilled' and state in ('paid', 'refunded-in-part')`.execute(db)
}
