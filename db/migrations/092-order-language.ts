import type { Kysely } from 'kysely'

/** An order keeps the language that it was made in. Until now that was English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('language', 'text', (column) => column.notNull().defaultTo('en'))
    .execute()
}
