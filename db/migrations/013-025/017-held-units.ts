import type { Kysely } from 'kysely'

/** Renames the counts of held stock to units. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('hold_times').renameColumn('pieces', 'units').execute()
}
