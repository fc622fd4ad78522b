import { sql, type Kysely } from 'kysely'

/**
 * Announcements between processes on SQLite, and what the built-in gateway knows of the order that a payment is for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('announcements')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into announcements (id, count) values (1, 0)`.execute(db)
  await schema.alterTable('test_gateway_intents').addColumn('about', 'text').execute()
}
