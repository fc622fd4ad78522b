import { sql, type Kysely } from 'kysely'

/** Who asked to be told when a drop begins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('drop_reminders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('drop_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mails', 'integer', (c) => c.notNull())
    .addColumn('mailed_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('told_at', 'bigint')
    .addUniqueConstraint('drop_reminders_once', ['drop_id', 'email'])
    .execute()
  await db.schema.createIndex('drop_reminders_by_email').on('drop_reminders').column('email').execute()
  await sql`create index drop_reminders_to_send on drop_reminders (drop_id, id)
    where confirmed_at is not null and told_at is null`.execute(db)
}
