import type { Kysely } from 'kysely'

/**
 * What the units of an order have of each of its amounts. Orders of earlier versions are divided in steps
 * (db/refunds/divided-orders.ts). No reference to lines and adjustments: an earlier version that still runs replaces
 * those.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unit_shares')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('line_position', 'integer')
    .addColumn('unit', 'integer', (column) => column.notNull())
    .addColumn('units', 'integer', (column) => column.notNull())
    .addColumn('adjustment', 'integer')
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('waived_cents', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('unit_shares_pk', ['order_id', 'number'])
    .execute()
}
