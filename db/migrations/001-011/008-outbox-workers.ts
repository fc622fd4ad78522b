import type { Kysely } from 'kysely'

/** Which process works on a task, so that another can take over when it has died. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('outbox').addColumn('leased_by', 'integer').execute()
}
