import type { Kysely } from 'kysely'

/** How long each unpaid order has held stock, and for whom, across checkouts. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('hold_times')
    .addColumn('order_id', 'text', (c) => c.primaryKey())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('visitor', 'text', (c) => c.notNull())
    .addColumn('pieces', 'integer', (c) => c.notNull())
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .addColumn('held_before', 'bigint', (c) => c.notNull())
    .execute()
  for (const column of ['network', 'visitor']) {
    await schema
      .createIndex(`hold_times_by_${column}`)
      .on('hold_times')
      .columns([column, 'ends_at'])
      .execute()
  }
  await schema.createIndex('hold_times_by_end').on('hold_times').column('ends_at').execute()
}
