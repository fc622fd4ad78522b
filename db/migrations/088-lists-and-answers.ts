import { sql, type Kysely } from 'kysely'

/** What programs are answered once for each Idempotency-Key, and indexes for the lists that they read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_answers')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('claimed_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('kept_answers_by_time').on('kept_answers').column('claimed_at').execute()
  await sql`create index refunds_listed on refunds (created_at, id) where corrects is null`.execute(db)
  await sql`create index products_archived on products (created_at, id) where archived_at is not null`.execute(
    db,
  )
}
