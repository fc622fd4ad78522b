import { sql, type Kysely } from 'kysely'

/**
 * What a refund was for: units of a line, or the shipping when `line_position` is null. And the indexes that find other
 * orders of one customer that wait to be sent, by email address and by delivery address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('refund_parts')
    .addColumn('refund_id', 'text', (c) => c.notNull().references('refunds.id'))
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('line_position', 'integer')
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
    .addPrimaryKeyConstraint('refund_parts_pk', ['refund_id', 'part'])
    .addForeignKeyConstraint('refund_parts_line', ['order_id', 'line_position'], 'order_lines', [
      'order_id',
      'position',
    ])
    .execute()
  await schema.createIndex('refund_parts_by_order').on('refund_parts').column('order_id').execute()
  const waiting = sql`where fulfilled_at is null and state in ('paid', 'refunded-in-part')`
  await sql`create index orders_waiting_by_email on orders (lower(email), created_at) ${waiting}`.execute(db)
  await sql`create index orders_waiting_by_address on orders (lower(postal), lower(address), created_at) ${waiting}`.execute(
    db,
  )
}
