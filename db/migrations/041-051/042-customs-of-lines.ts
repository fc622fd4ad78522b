import type { Kysely } from 'kysely'

/** What shipping and duty depend on, as it was when a line was ordered. Null or empty: unknown. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const lines = () => schema.alterTable('order_lines')
  await lines().addColumn('weight_grams', 'integer').execute()
  for (const column of ['hs_code', 'origin_country'] as const) {
    await lines()
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
}
