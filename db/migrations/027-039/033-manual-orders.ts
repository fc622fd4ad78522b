import type { Kysely } from 'kysely'

/** Orders that staff make: by whom, and how the customer gets them. Payments outside the gateway have a reference. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('orders').addColumn('made_by', 'text').execute()
  await schema
    .alterTable('orders')
    .addColumn('delivery', 'text', (c) => c.notNull().defaultTo('ship'))
    .execute()
  await schema
    .alterTable('payments')
    .addColumn('reference', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
