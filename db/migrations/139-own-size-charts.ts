import type { Kysely } from 'kysely'

/** Size charts that products name, beside those of the categories. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('products')
    .addColumn('size_chart', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema
    .alterTable('size_charts')
    .addColumn('sizes_of', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
