import type { Kysely } from 'kysely'

/** Orders that wait until staff release them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('order_holds')
    .addColumn('order_id', 'text', (c) => c.primaryKey().references('orders.id'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('photo', 'text', (c) => c.notNull())
    .addColumn('held_by', 'text', (c) => c.notNull())
    .addColumn('held_at', 'bigint', (c) => c.notNull())
    .execute()
}
