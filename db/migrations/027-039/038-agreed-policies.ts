import type { Kysely } from 'kysely'

/** The version of the policies that the shopper of an order agreed to. Earlier and manual orders have none. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('orders').addColumn('policies_version', 'integer').execute()
}
