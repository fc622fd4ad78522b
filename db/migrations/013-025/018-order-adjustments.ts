import { sql, type Kysely } from 'kysely'

/**
 * The amounts between an order's subtotal and its total become rows: one for tax and one for shipping, with the labels
 * that screens used so far. The order row keeps their sum, and its CHECK ties the total to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('order_adjustments')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('line_position', 'integer')
    .addPrimaryKeyConstraint('order_adjustments_pk', ['order_id', 'position'])
    .addForeignKeyConstraint('order_adjustments_line', ['order_id', 'line_position'], 'order_lines', [
      'order_id',
      'position',
    ])
    .execute()
  await sql`insert into order_adjustments (order_id, position, kind, label, amount_cents)
    select id, 0, 'tax', 'Tax', tax_cents from orders
    union all
    select id, 1, 'shipping', 'Shipping', shipping_cents from orders`.execute(db)

  await schema
    .alterTable('orders')
    .addColumn('adjustments_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update orders set adjustments_cents = tax_cents + shipping_cents`.execute(db)
  await sql`alter table orders drop constraint orders_total`.execute(db)
  await schema.alterTable('orders').dropColumn('tax_cents').execute()
  await schema.alterTable('orders').dropColumn('shipping_cents').execute()
  await sql`alter table orders add constraint orders_total
    check (total_cents = subtotal_cents + adjustments_cents)`.execute(db)
}
