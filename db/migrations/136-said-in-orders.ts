import type { Kysely } from 'kysely'

/** What an order is called in its language, as it was sold; and the language of reminders. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('orders').addColumn('said', 'text').execute()
  await schema
    .alterTable('reminders')
    .addColumn('language', 'text', (c) => c.notNull().defaultTo('en'))
    .execute()
}
