import { sql, type Kysely } from 'kysely'

/** Measurements of every process by the minute, and the problems of the shop that the owner is alerted to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('samples')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('process', 'text', (c) => c.notNull())
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('slow_ms', 'integer')
    .addColumn('event_loop_ms', 'integer', (c) => c.notNull())
    .addColumn('memory_bytes', 'bigint', (c) => c.notNull())
    .addColumn('waiting_tasks', 'integer', (c) => c.notNull())
    .addColumn('disk_free_bytes', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('samples_key', ['at', 'process'])
    .execute()
  await db.schema
    .createTable('shop_problems')
    .addColumn('kind', 'text', (c) => c.primaryKey())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('alerted_at', 'bigint')
    .execute()
  await sql`create index refunds_unconfirmed on refunds (created_at) where state = 'unconfirmed'`.execute(db)
}
