import { findBatchNumbers } from '#db/packing/batches.ts'
import { findPackingOrders, type PackingOrder } from '#db/packing/packing-orders.ts'
import type { BatchId } from '#domain/ids.ts'
import { packingObstacle, type PackingObstacle } from '#domain/packing/packing-obstacle.ts'
import { MAX_BATCH_SIZE } from '#domain/packing/parse-tracking.ts'
import type { Shop } from '#operations/shop.ts'

/** The orders to pack: these numbers, or those of a batch. */
export type BatchChoice = { numbers: readonly string[] } | { batch: BatchId }

/** An order that was chosen and is not packed. */
export interface LeftOutOrder {
  number: string
  obstacle: PackingObstacle
}

/** Orders to pack, oldest first, and why the others of those that were chosen cannot be. */
export interface BatchOrders {
  orders: PackingOrder[]
  leftOut: LeftOutOrder[]
}

/** The chosen orders that can be packed, at most those of the largest batch, and why the others cannot. */
export async function readBatch({ database: { db } }: Shop, choice: BatchChoice): Promise<BatchOrders> {
  const chosen = 'batch' in choice ? await findBatchNumbers(db, choice.batch) : choice.numbers
  const wanted = [...new Set(chosen)].slice(0, MAX_BATCH_SIZE)
  const found = await findPackingOrders(db, wanted)
  const known = new Set(found.map(({ number }) => number))
  const unknown = wanted.filter((number) => !known.has(number))
  const { orders, leftOut } = dividedOrders(found)
  return {
    orders,
    leftOut: [...unknown.map((number) => ({ number, obstacle: 'unknown' as const })), ...leftOut],
  }
}

/** Orders that can be packed, and the others. */
export function dividedOrders(found: readonly PackingOrder[]): BatchOrders {
  const judged = found.map((order) => ({ order, obstacle: packingObstacle(order) }))
  return {
    orders: judged.flatMap(({ order, obstacle }) => (obstacle === null ? order : [])),
    leftOut: judged.flatMap(({ order: { number }, obstacle }) =>
      obstacle === null ? [] : { number, obstacle },
    ),
  }
}
