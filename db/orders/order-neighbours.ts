import { newerThan, olderThan } from '#db/engine/older-than.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { matchingOrders, type WantedOrders } from './order-list.ts'

/** The numbers of the previous and the next order in a list; null at its ends. */
export interface OrderNeighbours {
  newer: string | null
  older: string | null
}

/** The previous and the next order in the list with these filters, whether or not this order is in the list. */
export async function findOrderNeighbours(
  database: ShopDatabase,
  wanted: WantedOrders,
  number: string,
): Promise<OrderNeighbours> {
  const at = await database.db
    .selectFrom('orders')
    .select(['id', 'created_at as createdAt'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!at) return { newer: null, older: null }
  const nextIn = (direction: 'asc' | 'desc') =>
    matchingOrders(database, wanted)
      .select('orders.number')
      .where(direction === 'asc' ? newerThan('orders', at) : olderThan('orders', at))
      .orderBy('orders.created_at', direction)
      .orderBy('orders.id', direction)
      .limit(1)
      .executeTakeFirst()
  const [newer, older] = await Promise.all([nextIn('asc'), nextIn('desc')])
  return { newer: newer?.number ?? null, older: older?.number ?? null }
}
