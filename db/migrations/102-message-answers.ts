import type { Kysely } from 'kysely'

/** What staff answered to a message, in the shop. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('message_answers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('message_id', 'text', (c) => c.notNull().references('contact_messages.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('answered_by', 'text', (c) => c.notNull())
    .addColumn('answered_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('message_answers_by_message')
    .on('message_answers')
    .columns(['message_id', 'answered_at'])
    .execute()
}
