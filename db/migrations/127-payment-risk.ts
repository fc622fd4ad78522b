import type { Kysely } from 'kysely'

/** What the gateway tells of the risk of a payment, as JSON. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('payments').addColumn('risk', 'text').execute()
  await schema.alterTable('test_gateway_intents').addColumn('risk', 'text').execute()
}
