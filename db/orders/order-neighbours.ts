import { sql, type SqlBool } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { OrderSort } from '#domain/orders/order-filters.ts'
import { matchingOrders, sortingOf, type WantedOrders } from './order-list.ts'

/** The numbers of the previous and the next order in a list; null at its ends. */
export interface OrderNeighbours {
  previous: string | null
  next: string | null
}

/** The previous and the next order in the list with these filters, whether or not this order is in the list. */
export async function findOrderNeighbours(
  database: ShopDatabase,
  wanted: WantedOrders,
  sort: OrderSort,
  number: string,
): Promise<OrderNeighbours> {
  const { by, direction } = sortingOf(sort)
  const key = by ?? sql`0`
  const at = await database.db
    .selectFrom('orders')
    .select(['id', 'created_at as createdAt', key.as('key')])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!at) return { previous: null, next: null }
  const place = by === null ? sql`(orders.created_at, orders.id)` : sql`(${by}, orders.created_at, orders.id)`
  const here = by === null ? sql`(${at.createdAt}, ${at.id})` : sql`(${at.key}, ${at.createdAt}, ${at.id})`
  const nearest = (way: 'asc' | 'desc') => {
    const beyond = matchingOrders(database, wanted)
      .select('orders.number')
      .where(way === 'asc' ? sql<SqlBool>`${place} > ${here}` : sql<SqlBool>`${place} < ${here}`)
    return (by === null ? beyond : beyond.orderBy(by, way))
      .orderBy('orders.created_at', way)
      .orderBy('orders.id', way)
      .limit(1)
      .executeTakeFirst()
  }
  const [before, after] = await Promise.all([nearest('asc'), nearest('desc')])
  const [previous, next] = direction === 'desc' ? [before, after] : [after, before]
  return { previous: previous?.number ?? null, next: next?.number ?? null }
}
