import { sql, type Kysely } from 'kysely'

/** What staff keep about orders as they work through them: tags, printed slips, saved views; and sorted lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('order_tags')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('tag', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('order_tags_key', ['order_id', 'tag'])
    .execute()
  await schema.createIndex('order_tags_by_tag').on('order_tags').columns(['tag', 'order_id']).execute()
  await schema
    .createTable('slip_prints')
    .addColumn('order_id', 'text', (c) => c.primaryKey().references('orders.id'))
    .addColumn('printed_by', 'text', (c) => c.notNull())
    .addColumn('printed_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('order_views')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create index orders_by_customer on orders (lower(name), created_at, id)`.execute(db)
  await sql`create index orders_by_destination
    on orders ((country || ' ' || region || ' ' || lower(city)), created_at, id)`.execute(db)
  await sql`create index orders_by_total on orders (total_cents, created_at, id)`.execute(db)
}
