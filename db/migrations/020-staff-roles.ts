import type { Kysely } from 'kysely'

/** What a member of staff is: domain/staff/permissions.ts. Until now every account could do everything. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('staff_members')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
    .execute()
}
