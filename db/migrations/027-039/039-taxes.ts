import { sql, type Kysely } from 'kysely'

/**
 * Taxes by destination. A tax row says what kind of tax it is, its rate, which part of it is due on shipping, and how
 * much of it the prices contain: such a row adds nothing to the total. A line says whether it is free of tax, and an
 * order which version of the tax setting it was priced by.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('order_adjustments').addColumn('tax_kind', 'text').execute()
  await schema.alterTable('order_adjustments').addColumn('milli_percent', 'integer').execute()
  await schema
    .alterTable('order_adjustments')
    .addColumn('of_shipping_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('order_adjustments')
    .addColumn('contained_cents', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`contained_cents = 0 or (contained_cents > 0 and amount_cents = 0)`),
    )
    .execute()
  await schema
    .alterTable('order_lines')
    .addColumn('tax_free', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('orders')
    .addColumn('tax_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
