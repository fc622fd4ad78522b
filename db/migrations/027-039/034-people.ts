import { sql, type Kysely } from 'kysely'

/** Invitations to the staff; a version and the last sign-in of each member; who changed what about people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('staff_members')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.alterTable('staff_members').addColumn('last_signed_in_at', 'bigint').execute()
  await sql`update staff_members set last_signed_in_at = (
    select max(at) from staff_events where member_id = staff_members.id and kind = 'signed-in'
  )`.execute(db)

  await schema
    .alterTable('staff_events')
    .addColumn('by_member_id', 'text', (c) => c.references('staff_members.id'))
    .execute()
  await schema.alterTable('staff_events').addColumn('detail', 'text').execute()
  // As small as the list of changes, however many sign-ins there are.
  await schema
    .createIndex('staff_events_changes')
    .on('staff_events')
    .columns(['at', 'id'])
    .where(sql.ref('detail'), 'is not', null)
    .execute()

  await schema
    .createTable('staff_invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('invited_by', 'text', (c) => c.notNull().references('staff_members.id'))
    .addColumn('invited_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addCheckConstraint('staff_invitations_email_lower', sql`email = lower(email)`)
    .execute()
}
