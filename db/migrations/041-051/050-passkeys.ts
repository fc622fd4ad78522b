import type { Kysely } from 'kysely'

/** Passkeys of staff: better-auth's table, and when each was last used. Nobody has one yet. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('staff_passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('member_id', 'text', (c) => c.notNull().references('staff_members.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('device_type', 'text', (c) => c.notNull())
    .addColumn('backed_up', 'integer', (c) => c.notNull())
    .addColumn('transports', 'text')
    .addColumn('aaguid', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await schema
    .createIndex('staff_passkeys_by_member')
    .on('staff_passkeys')
    .columns(['member_id', 'created_at'])
    .execute()
}
