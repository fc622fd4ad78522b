import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Kysely } from 'kysely'
import {
  findImportRows,
  findResults,
  insertResult,
  setOutcome,
  updateImport,
  type StoredResult,
} from '#db/import/imports.ts'
import {
  confirmAgreed,
  findErasedKeys,
  findKnownAddresses,
  insertAgreed,
  takeBackAgreed,
} from '#db/newsletter/imported-subscribers.ts'
import { transact } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { toSubscriberId, type SubscriberId } from '#domain/ids.ts'
import { findImportTable } from '#domain/import/import-table.ts'
import type { ImportResult, ProductImport } from '#domain/import/import.ts'
import { readListedSubscriber } from '#domain/import/subscriber-list.ts'
import { erasedKey } from '#operations/newsletter/erased-key.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 100

interface PlannedSubscriber extends ImportResult {
  position: number
  /** Null: the address stays out, or is here already. */
  agreed: { email: string; source: string; at: number; id: SubscriberId } | null
}

/** What each address from one position up to another becomes. `db`: as of findKnownAddresses. */
async function planSubscribers(
  shop: Shop,
  db: Kysely<Database>,
  { id, headings, mapping }: Pick<ProductImport, 'id' | 'headings' | 'mapping'>,
  [from, to]: readonly [number, number],
): Promise<PlannedSubscriber[]> {
  const columns = findImportTable(headings)
  if (columns?.format !== 'subscriber-list')
    throw new Error('The headings of an import are not understood any more')
  const groups = Map.groupBy(await findImportRows(db, id, from, to), ({ position }) => position)
  const read = [...groups].map(([position, rows]) => ({
    position,
    line: rows[0]!.line,
    listed: readListedSubscriber(columns, rows, mapping, shop.now()),
  }))
  const emails = read.flatMap(({ listed }) => ('fault' in listed ? [] : [listed.email]))
  const keys = new Map(emails.map((email) => [email, erasedKey(shop, email)]))
  const { subscribers, bounced } = await findKnownAddresses(db, emails)
  const erased = await findErasedKeys(db, [...keys.values()])
  return read.map(({ position, line, listed }): PlannedSubscriber => {
    const result = { position, line, name: '', agreed: null }
    const out = (message: string): PlannedSubscriber => ({
      ...result,
      outcome: 'wrong',
      notes: [{ line, column: '', message }],
    })
    if ('fault' in listed) return { ...result, outcome: 'wrong', notes: [listed.fault] }
    const { email } = listed
    if (erased.has(keys.get(email)!)) return out('The data of this address was deleted here: it stays out.')
    if (bounced.has(email)) return out('Emails to this address came back.')
    const known = subscribers.get(email)
    if (known?.state === 'unsubscribed') return out('This address has unsubscribed here.')
    if (known?.state === 'confirmed') return { ...result, outcome: 'same', notes: [] }
    const agreed = { ...listed, id: known?.id ?? toSubscriberId(randomUUID()) }
    return { ...result, outcome: known ? 'changed' : 'made', notes: [], agreed }
  })
}

/** What importing the addresses would do. */
export async function* trySubscribers(shop: Shop, current: ProductImport): AsyncGenerator<ImportResult[]> {
  for (let from = 0; from < current.listed; from += BATCH_SIZE)
    yield planSubscribers(shop, shop.database.db, current, [from, from + BATCH_SIZE])
}

/** Adds the next addresses, and notes what became of each with them. No email is sent. Returns how far it is. */
export async function writeSubscribers(shop: Shop, current: ProductImport): Promise<number> {
  const { id, done, listed } = current
  const to = Math.min(done + BATCH_SIZE, listed)
  await transact(shop.database, async (tx) => {
    // In the transaction: of two processes, the second writes nothing.
    if (!(await updateImport(tx, id, { from: ['running', 'paused'], done: to }))) return
    for (const planned of await planSubscribers(shop, tx, current, [done, to])) {
      const { position, line, name, notes, agreed } = planned
      let { outcome } = planned
      if (agreed && outcome === 'changed') await confirmAgreed(tx, agreed)
      else if (agreed && !(await insertAgreed(tx, { ...agreed, now: shop.now() }))) outcome = 'same'
      const isWritten = agreed !== null && outcome !== 'same'
      const before = isWritten ? { id: agreed.id, at: agreed.at, isNew: outcome === 'made' } : null
      const none = { productId: null, version: null, seen: null }
      await insertResult(tx, id, { position, part: 0, line, outcome, name, notes, before, ...none })
    }
  })
  return to
}

const beforeSchema = v.object({
  id: v.pipe(v.string(), v.transform(toSubscriberId)),
  at: v.number(),
  isNew: v.boolean(),
})

/** Takes some addresses back, where nobody has unsubscribed or was deleted since. Returns how many there were. */
export async function undoSubscribers(shop: Shop, { id }: ProductImport): Promise<number> {
  const { db } = shop.database
  const results: StoredResult[] = await findResults(db, id, {
    outcomes: ['made', 'changed'],
    limit: BATCH_SIZE,
  })
  await transact(shop.database, async (tx) => {
    for (const result of results) {
      const isBack = await takeBackAgreed(tx, v.parse(beforeSchema, result.before))
      await setOutcome(tx, id, result, isBack ? 'undone' : 'kept')
    }
  })
  return results.length
}
