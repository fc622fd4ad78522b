import type { Kysely } from 'kysely'

/** The network of an order, as a keyed digest, so that declined cards can be counted by visitor. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('payments')
    .addColumn('placed_from', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.createIndex('throttles_by_time').on('throttles').column('at').execute()
}
