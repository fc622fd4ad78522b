import type { Kysely } from 'kysely'

/** By what the built-in gateway knows a card again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('test_gateway_intents').addColumn('card', 'text').execute()
}
