import type { Kysely } from 'kysely'

/** A count of what is held is in units, in every layer. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('hold_times').renameColumn('pieces', 'units').execute()
}
