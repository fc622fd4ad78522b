import { sql, type Kysely } from 'kysely'

/** Which orders were asked how their pieces fit, what customers answered, and who wants no such emails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('fit_asks')
    .addColumn('order_id', 'text', (c) => c.primaryKey().references('orders.id').onDelete('cascade'))
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint')
    .execute()
  await schema
    .createTable('fit_answers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('fit', 'text', (c) => c.notNull())
    .addColumn('answered_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('fit_answers_once', ['order_id', 'product_id', 'size'])
    .execute()
  await schema.createIndex('fit_answers_product').on('fit_answers').column('product_id').execute()
  await schema
    .createTable('fit_refusals')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create index order_shipments_sent on order_shipments (sent_at)`.execute(db)
  await sql`create index orders_picked_up on orders (picked_up_at) where picked_up_at is not null`.execute(db)
}
