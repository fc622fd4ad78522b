import type { Kysely } from 'kysely'

/** Products that are gift cards, their lines in orders, and for whom the giver meant each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('gift_amounts', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('order_lines')
    .addColumn('gift_card', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('order_gifts')
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('line_position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('send_on', 'text')
    .addPrimaryKeyConstraint('order_gifts_pk', ['order_id', 'line_position'])
    .addForeignKeyConstraint('order_gifts_line', ['order_id', 'line_position'], 'order_lines', [
      'order_id',
      'position',
    ])
    .execute()
}
