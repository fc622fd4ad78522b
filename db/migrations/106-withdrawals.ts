import type { Kysely } from 'kysely'

/** Withdrawals from contracts are messages that name one. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('contact_messages').addColumn('contract', 'text').execute()
}
