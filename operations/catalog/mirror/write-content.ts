import * as v from 'valibot'
import { releaseWrites } from '#db/catalog/content-writes.ts'
import { findByProducts, type MirroredRecord } from '#db/catalog/mirrored-records.ts'
import type { LeasedTask } from '#db/outbox/leased-task.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Shop } from '#operations/shop.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { toProductId, type ProductId } from '#domain/ids.ts'
import { addRecord, findCreatedRecord } from './add-record.ts'
import { dueWrite } from './local-changes.ts'
import { mayStillBeCreated } from './is-record-of.ts'
import { openMirror, RecordChanged, writeRow, type Mirror } from './mirror.ts'
import { findMirroredProducts } from './mirrored-products.ts'
import { updateRecords } from './update-records.ts'

const taskSchema = v.object({
  key: v.string(),
  products: v.array(v.pipe(v.string(), v.transform(toProductId))),
})

/**
 * About eight minutes of attempts. After that, each round enqueues the remaining writes until the source works again.
 */
const MAX_ATTEMPTS = 8
/** The other tasks of the round wait for this one, and its lease ends. */
const MAX_RUN_MS = 25_000

/**
 * Runs a `content-write` task: writes to the source what differs from what was last agreed on, as it is now. Running it
 * twice writes nothing twice. A failure shows in the state of the connection, and not as a given-up task.
 */
export async function writeContent(
  shop: Shop,
  { payload, attempts }: Pick<LeasedTask, 'payload' | 'attempts'>,
): Promise<void> {
  const { key, products } = v.parse(taskSchema, payload)
  try {
    if (shop.source) await writeProducts(openMirror(shop, shop.source.content), products)
  } catch (error) {
    if (!(error instanceof SupplierError) || attempts < MAX_ATTEMPTS) throw error
  }
  await releaseWrites(shop.database.db, key)
}

/** The next task writes what is left when the time is up. */
async function writeProducts(mirror: Mirror, ids: readonly ProductId[]): Promise<void> {
  const { shop, source } = mirror
  const endAt = shop.now() + MAX_RUN_MS
  const rows = await findByProducts(shop.database.db, source.place, ids)
  const products = await findMirroredProducts(shop, ids)
  const updates: { row: MirroredRecord; product: Product }[] = []
  for (const row of rows) {
    if (shop.now() >= endAt) return
    const product = products.get(row.productId)
    if (product === undefined) continue
    const due = dueWrite(mirror, row, product)
    if (due === 'update') updates.push({ row, product })
    if (due === 'add') await ignoreRecordChange(addRecord(mirror, row, product))
    if (due === 'remove') await ignoreRecordChange(removeRecord(mirror, row))
  }
  if (updates.length > 0 && shop.now() < endAt) await updateRecords(mirror, updates)
}

/** Staff have deleted the product. */
async function removeRecord(mirror: Mirror, row: MirroredRecord): Promise<void> {
  const { db } = mirror.shop.database
  const recordId = row.recordId ?? (await findCreatedRecord(mirror, row))?.id ?? null
  if (recordId === null && mayStillBeCreated(row, mirror.shop.now())) return
  if (recordId !== null) await mirror.source.remove(recordId)
  const nothing = { theirs: null, conflicts: [], problem: {}, sent: {}, refused: null, creatingAt: null }
  await writeRow({ ...row, ...nothing, recordId, gone: true, unsettled: false }, db)
}

/** Ignores that the row of a record changed in the meantime: the next round compares the two sides again. */
export async function ignoreRecordChange(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof RecordChanged)) throw error
  }
}
