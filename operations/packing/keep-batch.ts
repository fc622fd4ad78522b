import {
  countOpenBatches as countBatches,
  emptyBatch,
  findBatch,
  findBatchesOf,
  findPicks,
  findWaiting,
  insertBatch,
  listBatches,
  putIntoBatch,
  renameBatch,
  writePick,
  type BatchPick,
  type ListedBatch,
} from '#db/packing/batches.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findPackingOrders } from '#db/packing/packing-orders.ts'
import { isAmong } from '#db/engine/is-among.ts'
import { transact } from '#db/engine/transact.ts'
import type { BatchId } from '#domain/ids.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import { dividedOrders, type LeftOutOrder } from './read-batch.ts'

/** `nothing-to-pack`: none of the orders can be in a batch. */
export type MadeBatch =
  | { kind: 'made'; orders: number; leftOut: LeftOutOrder[] }
  | { kind: 'nothing-to-pack'; leftOut: LeftOutOrder[] }

/**
 * Makes a batch of these orders, but for those that cannot be packed, and those that are in another open batch. The
 * same id makes one batch.
 */
export async function makeBatch(
  shop: Shop,
  { id, name, numbers, by }: { id: BatchId; name: string; numbers: readonly string[]; by: string },
): Promise<MadeBatch> {
  return transact(shop.database, async (tx): Promise<MadeBatch> => {
    const known = await findBatch(tx, id)
    if (known) return { kind: 'made', orders: known.orders, leftOut: [] }
    // Always in the same order, so that two batches do not wait for each other.
    await lockingOrders(tx)
      .select('id')
      .where(isAmong(tx, 'number', numbers))
      .orderBy('id')
      .execute()
    const found = await findPackingOrders(tx, numbers)
    const unknown = numbers.filter((number) => !found.some((order) => order.number === number))
    const { orders, leftOut } = dividedOrders(found)
    const batches = await findBatchesOf(
      tx,
      orders.map((order) => order.id),
    )
    const isTaken = (order: (typeof orders)[number]) => batches.get(order.id)?.closedAt === null
    const free = orders.filter((order) => !isTaken(order))
    const left: LeftOutOrder[] = [
      ...unknown.map((number) => ({ number, obstacle: 'unknown' as const })),
      ...leftOut,
      ...orders.filter(isTaken).map(({ number }) => ({ number, obstacle: 'in-batch' as const })),
    ]
    if (free.length === 0) return { kind: 'nothing-to-pack', leftOut: left }
    await insertBatch(tx, { id, name, by, at: shop.now() })
    await putIntoBatch(
      tx,
      id,
      free.map((order) => order.id),
    )
    await recordAudit(tx, shop, { action: 'batch-made', subject: { id, name } })
    return { kind: 'made', orders: free.length, leftOut: left }
  })
}

/** Gives a batch another name; false when there is no such batch. */
export async function nameBatch(shop: Shop, id: BatchId, name: string): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const before = await renameBatch(tx, id, name)
    if (before === null) return false
    const changes = before === name ? [] : [{ field: 'Name', before, after: name }]
    await recordAudit(tx, shop, { action: 'batch-renamed', subject: { id, name }, changes })
    return true
  })
}

/** Closes a batch: what is still to be sent of it can be in another one. False when there is no such batch. */
export async function closeBatch(shop: Shop, id: BatchId): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const batch = await findBatch(tx, id)
    if (batch === null) return false
    await emptyBatch(tx, id, shop.now())
    await recordAudit(tx, shop, { action: 'batch-closed', subject: { id, name: batch.name } })
    return true
  })
}

/** Records how many units of an item were fetched for a batch; false when there is no such batch. */
export async function pickItem(shop: Shop, id: BatchId, pick: BatchPick): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    if ((await findBatch(tx, id)) === null) return false
    await writePick(tx, id, pick, shop.now())
    return true
  })
}

/** How far a batch is: its orders, those that can be packed now, and what was fetched; null when there is none. */
export async function readProgress(
  { database: { db } }: Shop,
  id: BatchId,
): Promise<(ListedBatch & { waiting: { number: string; name: string }[]; picks: BatchPick[] }) | null> {
  const [batch, waiting, picks] = await Promise.all([
    findBatch(db, id),
    findWaiting(db, id),
    findPicks(db, id),
  ])
  return batch && { ...batch, waiting, picks }
}

const PAGE_SIZE = 25

/** One page of the batches, the newest first. */
export function readBatches(
  { database: { db } }: Pick<Shop, 'database'>,
  page: number,
): Promise<ListPage<ListedBatch>> {
  return nearestPage(page, PAGE_SIZE, (span) => listBatches(db, span))
}

/** How many batches have orders that are still to be sent. */
export function countOpenBatches({ database: { db } }: Pick<Shop, 'database'>): Promise<number> {
  return countBatches(db)
}
