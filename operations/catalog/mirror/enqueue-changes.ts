import { randomUUID } from 'node:crypto'
import { findSourceState } from '#db/catalog/content-sources.ts'
import { claimWrites, findUnmirrored, releaseEndedWrites } from '#db/catalog/content-writes.ts'
import {
  listMirroredRecords,
  newMirroredRecord,
  writeMirroredRecord,
  type MirroredRecord,
} from '#db/catalog/mirrored-records.ts'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Shop } from '#operations/shop.ts'
import type { ContentSource } from '#providers/content/content-source.ts'
import { toProductId, type ProductId } from '#domain/ids.ts'
import { dueWrite } from './local-changes.ts'
import { mayStillBeCreated } from './is-record-of.ts'
import { findMirroredProducts } from './mirrored-products.ts'

const BATCH_SIZE = 200
/** How many records a source changes in one request. */
const RECORDS_PER_TASK = 10

/**
 * Compares the shop's products with what was last agreed on with the source. What was saved, sold, made or deleted here
 * becomes a task of the outbox. Sends no request to the source, and does nothing while the source cannot be read.
 * Returns how many products are due.
 */
export async function enqueueChanges(shop: Shop, source: ContentSource): Promise<number> {
  const { db } = shop.database
  const state = await findSourceState(db, source.place)
  if (state === null || state.failure !== null) return 0
  await releaseEndedWrites(db, source.place)
  for (const id of await findUnmirrored(db, source.place, shop.now())) {
    await writeMirroredRecord(db, newMirroredRecord(source.place, id))
  }
  const due: ProductId[] = []
  let after = toProductId('')
  for (;;) {
    const rows = await listMirroredRecords(db, source.place, after, BATCH_SIZE)
    due.push(...(await dueAmong(shop, source, rows)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH_SIZE) break
    after = last.productId
  }
  for (let from = 0; from < due.length; from += RECORDS_PER_TASK) {
    await enqueueWrite(shop, source.place, due.slice(from, from + RECORDS_PER_TASK))
  }
  return due.length
}

async function dueAmong(
  shop: Shop,
  source: ContentSource,
  rows: readonly MirroredRecord[],
): Promise<ProductId[]> {
  const free = rows.filter((row) => row.writeTask === null && !mayStillBeCreated(row, shop.now()))
  const products = await findMirroredProducts(
    shop,
    free.map(({ productId }) => productId),
  )
  return free.flatMap((row) => {
    const product = products.get(row.productId)
    return product && dueWrite({ shop, source }, row, product) !== null ? [row.productId] : []
  })
}

async function enqueueWrite(shop: Shop, place: string, productIds: readonly ProductId[]): Promise<void> {
  const key = `content-write:${randomUUID()}`
  await transact(shop.database, async (tx) => {
    const claimed = await claimWrites(tx, place, productIds, key)
    if (claimed.length === 0) return
    const payload = { key, products: claimed }
    await enqueue(tx, [{ kind: 'content-write', payload, dedupeKey: key }], shop.now())
  })
}
