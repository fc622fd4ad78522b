import type { CsvCell } from '#domain/csv.ts'
import {
  findDelivery as find,
  listDeliveries as list,
  listDeliveryLines,
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

/** The headings of the exported deliveries. */
export const DELIVERY_COLUMNS = [
  'Delivery',
  'Supplier',
  'Note',
  'Received',
  'By',
  'Product ID',
  'Product',
  'Size',
  'Units',
]

const AT_ONCE = 100

/** All deliveries, the newest first: a row for each size. */
export async function* exportDeliveries({ database: { db } }: Reading): AsyncGenerator<CsvCell[][]> {
  let after: ListedDelivery | undefined
  do {
    const some: ListedDelivery[] = await list(db, { after, limit: AT_ONCE })
    const ids = some.map(({ id }) => id)
    const lines = Map.groupBy(await listDeliveryLines(db, ids), ({ deliveryId }) => deliveryId)
    yield some.flatMap(({ id, name, supplier, note, createdAt, createdBy }) => {
      const delivery = [name, supplier, note, new Date(createdAt).toISOString(), createdBy]
      return (lines.get(id) ?? []).map((line): CsvCell[] => [
        ...delivery,
        line.productId,
        line.name,
        line.size,
        line.units,
      ])
    })
    after = some.at(AT_ONCE - 1)
  } while (after)
}

/** A delivery; null when there is none. */
export function findDelivery({ database }: Reading, id: DeliveryId): Promise<Delivery | null> {
  return find(database.db, id)
}

/** What a delivery and its corrections did to the counts, the newest first. */
export function readDeliveryMovements({ database }: Reading, id: DeliveryId) {
  return listDeliveryMovements(database.db, id)
}
