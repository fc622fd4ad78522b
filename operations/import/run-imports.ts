import { setTimeout } from 'node:timers/promises'
import {
  deleteImport,
  deleteImportRows,
  deleteOldFetched,
  findOldImports,
  findResults,
  freeImports,
  insertResult,
  leaseImport,
  setOutcome,
  updateImport,
  type StoredResult,
} from '#db/import/imports.ts'
import { transact } from '#db/engine/transact.ts'
import type { ProductDraft } from '#domain/catalog/product.ts'
import type { StockCounts } from '#domain/catalog/stock-edit.ts'
import { IMPORT_REQUESTS, UNDO_MS, type ImportRequest, type ProductImport } from '#domain/import/import.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { gatherChanges } from '#operations/catalog/gather-changes.ts'
import { recordProduct } from '#operations/catalog/record-product.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop, StaffAuthor } from '#operations/shop.ts'
import { fetchPublicPicture, type FetchPicture } from './fetch-picture.ts'
import { importProduct, type PictureSources } from './import-product.ts'
import { undoSubscribers, writeSubscribers } from './import-subscribers.ts'
import { deleteArchive, deleteOldArchives, openArchive } from './picture-archive.ts'
import { planBatch } from './plan-batch.ts'
import { readImport } from './try-import.ts'

/** After this the pages that show the products are rendered again, and pausing is noticed. */
const ROUND_MS = 2_000
/** A process that was killed has lost its import after this. */
const LEASE_MS = 60_000
const BATCH_SIZE = 20
const UNDO_BATCH = 20
/** How many times as long as a product took the pause after it is: shoppers have the database meanwhile. */
const REST_FACTOR = 1
const DAY_MS = 24 * 3_600_000

/** Asks for another state of an import. False: it is not in a state from which that can be. */
export async function requestImport(
  shop: Shop,
  { id, state, endedAt }: ProductImport,
  to: ImportRequest,
): Promise<boolean> {
  const { database, now } = shop
  if (to === 'undoing' && endedAt !== null && endedAt < now() - UNDO_MS) return false
  if (!IMPORT_REQUESTS[to].includes(state)) return false
  return transact(database, async (tx) => {
    const isChanged = await updateImport(tx, id, {
      from: IMPORT_REQUESTS[to],
      state: to,
      ...(to === 'undoing' && { done: 0 }),
    })
    if (isChanged && to === 'undoing')
      await recordAudit(tx, shop, { action: 'import-undone', subject: { id } })
    return isChanged
  })
}

/**
 * Rounds of the background work: each writes products of one import for two seconds. `hurry`: of a command, without
 * rests, beside a shop that may work on the import itself. A round returns how much there was to do.
 */
export function importRounds(
  shop: Shop,
  { fetchPicture = fetchPublicPicture, hurry = false }: { fetchPicture?: FetchPicture; hurry?: boolean } = {},
): () => Promise<number> {
  let isFirst = true
  return async () => {
    const { db, engine } = shop.database
    // SQLite cannot tell which processes are alive: an import that the shop worked on before it started was abandoned.
    if (isFirst && engine === 'sqlite' && !hurry) await freeImports(db)
    isFirst = false
    const leased = await leaseImport(db, { now: shop.now(), until: shop.now() + LEASE_MS })
    if (leased === null) return 0
    const { author: stored, id } = leased
    const gathered = gatherChanges(stored === null ? shop : { ...shop, author: stored as StaffAuthor })
    try {
      const current = await readImport(shop, id)
      if (current?.state === 'running') {
        const archive = await openArchive(shop, id)
        try {
          await writeSome(gathered.shop, current, { archive, fetchPicture, hurry })
        } finally {
          archive?.close()
        }
      }
      if (current?.state === 'undoing') await undoSome(gathered.shop, current)
      return 1
    } finally {
      await gathered.publish()
      await freeImports(db, id)
    }
  }
}

async function writeSome(
  shop: Shop,
  current: ProductImport,
  { hurry, ...sources }: PictureSources & { hurry: boolean },
): Promise<void> {
  const { db } = shop.database
  const { id } = current
  const until = performance.now() + ROUND_MS
  let done = current.done
  while (current.brings === 'subscribers' && done < current.listed && performance.now() < until)
    done = await writeSubscribers(shop, { ...current, done })
  const categories = await readCategories(shop)
  while (current.brings !== 'subscribers' && done < current.listed) {
    const plans = await planBatch(shop, current, categories, [done, done + BATCH_SIZE])
    for (const { position, line, name, products, faults, notes } of plans) {
      const written = new Set((await findResults(db, id, { position, limit: 1_000 })).map(({ part }) => part))
      if (faults.length > 0 && !written.has(0)) {
        const fault = {
          outcome: 'wrong',
          notes: [...faults, ...notes],
          productId: null,
          version: null,
          before: null,
          seen: null,
        } as const
        await insertResult(db, id, { position, part: 0, line, name, ...fault })
      }
      for (const [part, planned] of products.entries()) {
        if (written.has(part)) continue
        const began = performance.now()
        await importProduct(
          shop,
          current,
          { position, part, planned, notes: part === 0 ? notes : [] },
          sources,
        )
        if (!hurry) await setTimeout(REST_FACTOR * (performance.now() - began))
      }
      done = position + 1
      await updateImport(db, id, { from: ['running', 'paused'], done })
      if (performance.now() > until) break
    }
    if (performance.now() > until) break
  }
  if (done < current.listed) return
  await transact(shop.database, async (tx) => {
    const isDone = await updateImport(tx, id, { from: ['running'], state: 'done', endedAt: shop.now() })
    if (isDone) await deleteImportRows(tx, id)
  })
  const isOver = (await readImport(shop, id))?.state === 'done'
  if (isOver) await deleteArchive(shop, id)
}

/** Takes back what was written, where nobody has changed it since. What was sold stays in its orders. */
async function undoSome(shop: Shop, current: ProductImport): Promise<void> {
  const { db } = shop.database
  if (current.brings === 'subscribers') {
    if ((await undoSubscribers(shop, current)) > 0) return
  } else {
    const results = await findResults(db, current.id, { outcomes: ['made', 'changed'], limit: UNDO_BATCH })
    for (const result of results) await undoOne(shop, current, result)
    if (results.length > 0) return
  }
  await updateImport(db, current.id, { from: ['undoing'], state: 'undone', endedAt: shop.now() })
  await deleteImportRows(db, current.id)
}

async function undoOne(shop: Shop, { id }: ProductImport, result: StoredResult): Promise<void> {
  const { db } = shop.database
  const product = result.productId && (await shop.catalog.find(result.productId, { archivedToo: true }))
  if (!product || product.version !== result.version || product.archivedAt !== null)
    return setOutcome(db, id, result, 'kept')
  const undone = async (tx: typeof db) => setOutcome(tx, id, result, 'undone')
  if (result.before === null) {
    const isGone = await shop.catalog.delete(product.id, async (tx) => {
      await recordProduct(tx, shop, product.id, 'product-removed')
      await undone(tx)
    })
    if (isGone) return shop.changes.publish('catalogue')
    return setOutcome(db, id, result, (await archiveProduct(shop, product.id)) ? 'undone' : 'kept')
  }
  const before = result.before as ProductDraft
  const saved = await saveProduct(shop, {
    id: product.id,
    version: product.version,
    seen: result.seen as StockCounts,
    draft: { ...before, codes: codesToRestore(before, product) },
    origin: { by: shop.author?.email ?? 'system', reason: 'imported' },
    alongside: undone,
  })
  if ('kind' in saved) await setOutcome(db, id, result, 'kept')
}

/** Codes that the import gave to sizes without any are taken away again. */
function codesToRestore({ codes }: ProductDraft, now: ProductDraft): ProductDraft['codes'] {
  const had = new Set(codes.map(({ size }) => size))
  const given = now.codes.filter(({ size }) => !had.has(size))
  return [...codes, ...given.map(({ size }) => ({ size, sku: '', barcode: '', bin: '' }))]
}

/** Deletes files that nobody imported, after a day; those that stay paused and what became of others, after 30. */
export async function deleteOldImports(shop: Pick<Shop, 'database' | 'now' | 'settings'>): Promise<void> {
  const { database, now } = shop
  const old = await findOldImports(database.db, { unstarted: now() - DAY_MS, ended: now() - 30 * DAY_MS })
  for (const id of old) await transact(database, (tx) => deleteImport(tx, id))
  await deleteOldFetched(database.db, now() - 30 * DAY_MS)
  await deleteOldArchives(shop)
}
