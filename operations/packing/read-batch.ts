import { listOrders } from '#db/orders/order-list.ts'
import { findPackingOrders, type PackingOrder } from '#db/packing/packing-orders.ts'
import type { OrderFilter } from '#domain/orders/order-filters.ts'
import { packingObstacle, type PackingObstacle } from '#domain/packing/packing-obstacle.ts'
import { MAX_BATCH_SIZE } from '#domain/packing/parse-tracking.ts'
import { wantedOrders } from '#operations/orders/list-orders.ts'
import type { Shop } from '#operations/shop.ts'

/** The orders to pack: these numbers, or the oldest that match the filters of the order list. */
export type BatchChoice = { numbers: readonly string[] } | { matching: OrderFilter }

/** An order that was chosen and is not packed. */
export interface LeftOutOrder {
  number: string
  obstacle: PackingObstacle
}

/**
 * A batch of orders to pack, oldest first. `later`: how many more orders can be packed, beyond the largest batch.
 * `unnamed`: how many orders are left out beyond those in `leftOut`.
 */
export interface Batch {
  orders: PackingOrder[]
  leftOut: LeftOutOrder[]
  later: number
  unnamed: number
}

/** The chosen orders that can be packed, and why the others cannot. */
export async function readBatch(shop: Shop, choice: BatchChoice): Promise<Batch> {
  return 'numbers' in choice ? readNumbers(shop, choice.numbers) : readMatching(shop, choice.matching)
}

async function readNumbers({ database: { db } }: Shop, numbers: readonly string[]): Promise<Batch> {
  const wanted = [...new Set(numbers)]
  const read = wanted.slice(0, MAX_BATCH_SIZE)
  const found = await findPackingOrders(db, read)
  const known = new Set(found.map(({ number }) => number))
  const unknown = read.filter((number) => !known.has(number))
  const { orders, leftOut } = divided(found)
  return {
    orders,
    leftOut: [...unknown.map((number) => ({ number, obstacle: 'unknown' as const })), ...leftOut],
    later: wanted.length - read.length,
    unnamed: 0,
  }
}

/** Without a state in the filter, finds the orders that can be packed, and names the newest of the others. */
async function readMatching(shop: Shop, filter: OrderFilter): Promise<Batch> {
  const { database } = shop
  const wanted = wantedOrders(shop, filter)
  const packable = !filter.state ? wantedOrders(shop, { ...filter, state: 'to-fulfil' }) : wanted
  const { total } = await listOrders(database, packable, { limit: 1, offset: 0 })
  const oldest = { limit: MAX_BATCH_SIZE, offset: Math.max(0, total - MAX_BATCH_SIZE) }
  const { orders: listed } = await listOrders(database, packable, oldest)
  const { orders, leftOut } = divided(await findPackingOrders(database.db, numbersOf(listed)))
  const later = Math.max(0, total - MAX_BATCH_SIZE)
  if (filter.state) return { orders, leftOut, later, unnamed: 0 }
  const all = await listOrders(database, wanted, { limit: MAX_BATCH_SIZE, offset: 0 })
  const others = all.orders.filter(({ number }) => !listed.some((order) => order.number === number))
  const named = divided(await findPackingOrders(database.db, numbersOf(others))).leftOut
  return {
    orders,
    leftOut: [...leftOut, ...named],
    later,
    unnamed: Math.max(0, all.total - total - named.length),
  }
}

function numbersOf(orders: readonly { number: string }[]): string[] {
  return orders.map(({ number }) => number)
}

function divided(found: readonly PackingOrder[]): Pick<Batch, 'orders' | 'leftOut'> {
  const judged = found.map((order) => ({ order, obstacle: packingObstacle(order) }))
  return {
    orders: judged.flatMap(({ order, obstacle }) => (obstacle === null ? order : [])),
    leftOut: judged.flatMap(({ order: { number }, obstacle }) =>
      obstacle === null ? [] : { number, obstacle },
    ),
  }
}
