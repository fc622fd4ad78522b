import type { Kysely } from 'kysely'

/** Keys by which programs use the staff API, and the key in the entries of the audit trail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('staff_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('staff_members.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('ending', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('staff_keys_by_member').on('staff_keys').column('member_id').execute()
  await db.schema
    .alterTable('audit_events')
    .addColumn('key_name', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
