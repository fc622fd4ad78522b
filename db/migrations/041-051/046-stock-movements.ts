import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/** The stock ledger. It begins with the counts as they are; units that unpaid orders hold are not among them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const automaticId = engine === 'sqlite' ? sql`integer` : sql`bigserial`
  await db.schema
    .createTable('stock_movements')
    .addColumn('id', automaticId, (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('size', 'text')
    .addColumn('delta', 'integer', (c) => c.notNull())
    .addColumn('count_after', 'integer')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  const opening = sql`'opening', 'system', null, ${sql.lit(Date.now())}`
  await sql`insert into stock_movements (product_id, size, delta, count_after, reason, actor, order_id, at)
    select id, null, stock, stock, ${opening} from products where stock is not null`.execute(db)
  await sql`insert into stock_movements (product_id, size, delta, count_after, reason, actor, order_id, at)
    select product_id, size, stock, stock, ${opening} from product_sizes where stock is not null`.execute(db)
  await db.schema
    .createIndex('stock_movements_by_product')
    .on('stock_movements')
    .columns(['product_id', 'id'])
    .execute()
}
