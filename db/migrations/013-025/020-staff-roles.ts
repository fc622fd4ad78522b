import type { Kysely } from 'kysely'

/** The role of a staff member (domain/staff/permissions.ts). Until now every account could do everything. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('staff_members')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
    .execute()
}
