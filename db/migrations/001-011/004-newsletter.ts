import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

interface Before {
  contact_messages: { id: string; name: string; email: string; message: string; search_text: string }
}

/** Newsletter subscribers; messages can be searched and marked as answered. */
export async function up(database: Kysely<unknown>, engine: Engine): Promise<void> {
  const db = database as Kysely<Before>
  const { schema } = db
  await schema
    .createTable('newsletter_subscribers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('mailed_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('unsubscribed_at', 'bigint')
    .execute()
  await schema
    .createIndex('newsletter_subscribers_by_time')
    .on('newsletter_subscribers')
    .columns(['created_at', 'id'])
    .execute()
  await schema
    .createIndex('newsletter_subscribers_by_state')
    .on('newsletter_subscribers')
    .columns(['state', 'created_at', 'id'])
    .execute()

  const messages = () => schema.alterTable('contact_messages')
  await messages()
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await messages()
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await messages().addColumn('answered_at', 'bigint').execute()
  await messages().addColumn('answered_by', 'text').execute()
  await schema
    .createIndex('contact_messages_by_time')
    .on('contact_messages')
    .columns(['created_at', 'id'])
    .execute()
  await sql`create index contact_messages_unanswered on contact_messages (created_at, id)
    where answered_at is null`.execute(db)
  for (const { id, name, email, message } of await db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'message'])
    .execute()) {
    // The normalization as of this migration: a released migration never changes.
    const search_text = `${name}\n${email}\n${message}`.normalize('NFKC').toLowerCase().trim()
    await db.updateTable('contact_messages').set({ search_text }).where('id', '=', id).execute()
  }
  if (engine === 'postgres') {
    await sql`create index contact_messages_trigrams on contact_messages
      using gin (search_text gin_trgm_ops)`.execute(db)
    await sql`create index newsletter_subscribers_trigrams on newsletter_subscribers
      using gin (email gin_trgm_ops)`.execute(db)
  }
}
