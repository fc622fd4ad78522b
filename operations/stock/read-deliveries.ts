import {
  findDelivery as find,
  listDeliveries as list,
  listDeliveryMovements,
  type ListedDelivery,
} from '#db/stock/deliveries.ts'
import type { DeliveryId } from '#domain/ids.ts'
import type { Delivery } from '#domain/stock/delivery.ts'
import type { Shop } from '#operations/shop.ts'

type Reading = Pick<Shop, 'database'>

/** Deliveries, the newest first. */
export function listDeliveries(
  { database }: Reading,
  asked: Parameters<typeof list>[1],
): Promise<ListedDelivery[]> {
  return list(database.db, asked)
}

/** A delivery; null when there is none. */
export function findDelivery({ database }: Reading, id: DeliveryId): Promise<Delivery | null> {
  return find(database.db, id)
}

/** What a delivery and its corrections did to the counts, the newest first. */
export function readDeliveryMovements({ database }: Reading, id: DeliveryId) {
  return listDeliveryMovements(database.db, id)
}
