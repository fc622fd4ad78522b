import { findPackingOrders, type PackingOrder } from '#db/packing/packing-orders.ts'
import type { Shop } from '#operations/shop.ts'

/** What packing needs to know about one order, whatever its state; null when there is no such number. */
export async function readPackingOrder(
  { database: { db } }: Shop,
  number: string,
): Promise<PackingOrder | null> {
  const [order] = await findPackingOrders(db, [number])
  return order ?? null
}
