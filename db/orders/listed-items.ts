import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { OrderLine } from '#domain/orders/order.ts'

/** A line of an order, as lists show it. */
export type ListedItem = Pick<OrderLine, 'name' | 'size' | 'quantity'>

/** The lines of the orders of one page, by order id, each in the order of the cart. */
export async function readItems(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, ListedItem[]>> {
  const items = new Map<OrderId, ListedItem[]>()
  if (orderIds.length === 0) return items
  const lines = await db
    .selectFrom('order_lines')
    .select(['order_id', 'name', 'size', 'quantity'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  for (const { order_id, ...item } of lines) {
    const listed = items.get(order_id)
    if (listed) listed.push(item)
    else items.set(order_id, [item])
  }
  return items
}
