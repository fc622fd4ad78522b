import { sql, type Kysely } from 'kysely'

/** Who asked to be told when a drop begins, or when a size is back in stock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reminders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mails', 'integer', (c) => c.notNull())
    .addColumn('mailed_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('told_at', 'bigint')
    .addUniqueConstraint('reminders_once', ['topic', 'email'])
    .execute()
  await db.schema.createIndex('reminders_by_email').on('reminders').column('email').execute()
  await sql`create index reminders_to_send on reminders (topic, confirmed_at, id)
    where confirmed_at is not null and told_at is null`.execute(db)
}
