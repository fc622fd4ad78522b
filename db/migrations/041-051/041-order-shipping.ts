import type { Kysely } from 'kysely'

/**
 * How an order is sent: the method as chosen, its days, the version of the shipping setting that it was priced with,
 * and who pays the duty. Earlier orders had the one method there was.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const orders = () => schema.alterTable('orders')
  await orders()
    .addColumn('shipping_method', 'text', (c) => c.notNull().defaultTo('standard'))
    .execute()
  await orders()
    .addColumn('shipping_name', 'text', (c) => c.notNull().defaultTo('Shipping'))
    .execute()
  await orders()
    .addColumn('shipping_least_days', 'integer', (c) => c.notNull().defaultTo(7))
    .execute()
  await orders()
    .addColumn('shipping_most_days', 'integer', (c) => c.notNull().defaultTo(14))
    .execute()
  await orders()
    .addColumn('shipping_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await orders().addColumn('duty_terms', 'text').execute()
}
