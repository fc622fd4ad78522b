import type { ShopDatabase } from '#db/engine/open-database.ts'

/** How many orders were placed before a moment, in epoch milliseconds. No order is ever deleted. */
export async function countOrdersBefore({ db }: ShopDatabase, moment: number): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select((e) => e.fn.countAll<number>().as('orders'))
    .where('created_at', '<', moment)
    .executeTakeFirstOrThrow()
  return orders
}
