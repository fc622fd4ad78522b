import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/**
 * The known browsers of each staff member, whose sign-in attempts are counted separately; and the staff events:
 * sign-ins, password changes and exports of customers' data.
 */
export async function up({ schema }: Kysely<unknown>, engine: Engine): Promise<void> {
  await schema
    .createTable('staff_devices')
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('member_id', 'text', (c) => c.notNull().references('staff_members.id').onDelete('cascade'))
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('signed_in_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('staff_devices_pk', ['token_hash', 'member_id'])
    .execute()
  await schema
    .createIndex('staff_devices_by_member')
    .on('staff_devices')
    .columns(['member_id', 'signed_in_at'])
    .execute()

  const automaticId = engine === 'sqlite' ? sql`integer` : sql`bigserial`
  await schema
    .createTable('staff_events')
    .addColumn('id', automaticId, (c) => c.primaryKey())
    .addColumn('member_id', 'text', (c) => c.notNull().references('staff_members.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('staff_events_by_member').on('staff_events').columns(['member_id', 'at']).execute()
  await schema.createIndex('staff_events_by_time').on('staff_events').column('at').execute()
}
