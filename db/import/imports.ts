import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { TypedRow } from '#domain/csv.ts'
import type { Picture } from '#domain/catalog/product.ts'
import type { ImportId, ProductId } from '#domain/ids.ts'
import type { ImportOutcome, ImportResult, ImportState, ProductImport } from '#domain/import/import.ts'
import { importKindOf } from '#domain/import/import-table.ts'
import type { ImportNote } from '#domain/import/listing.ts'
import type { ImportMapping } from '#domain/import/mapping.ts'

type Db = Kysely<Database>
type StoredPicture = Omit<Picture, 'alt'>

const NONE = { made: 0, changed: 0, same: 0, wrong: 0, undone: 0, kept: 0 }

/** A product of a file, with what undoing needs. */
export interface StoredResult extends ImportResult {
  position: number
  part: number
  productId: ProductId | null
  version: number | null
  before: unknown
  seen: unknown
}

export async function insertImport(
  db: Db,
  {
    id,
    fileName,
    headings,
    mapping,
    author,
    now,
  }: Pick<ProductImport, 'id' | 'fileName' | 'headings' | 'mapping'> & { author: unknown; now: number },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      id,
      file_name: fileName,
      headings: JSON.stringify(headings),
      mapping: JSON.stringify(mapping),
      author: JSON.stringify(author ?? null),
      state: 'reading',
      rows: 0,
      listed: 0,
      done: 0,
      created_at: now,
      ended_at: null,
    })
    .execute()
}

export async function insertImportRows(
  db: Db,
  id: ImportId,
  rows: readonly (TypedRow & { position: number })[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ position, line, cells }) => ({
    import_id: id,
    position,
    line,
    cells: JSON.stringify(cells),
  }))
  await db.insertInto('import_rows').values(values).execute()
}

/** The rows of the listed products from one position up to another. */
export async function findImportRows(
  db: Db,
  id: ImportId,
  from: number,
  to: number,
): Promise<(TypedRow & { position: number })[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['position', 'line', 'cells'])
    .where('import_id', '=', id)
    .where('position', '>=', from)
    .where('position', '<', to)
    .orderBy('position')
    .orderBy('line')
    .execute()
  return rows.map(({ cells, ...row }) => ({ ...row, cells: JSON.parse(cells) as string[] }))
}

/** Changes an import if it is in one of these states. False: it is not. */
export async function updateImport(
  db: Db,
  id: ImportId,
  {
    from,
    ...change
  }: {
    from: readonly ImportState[]
    state?: ImportState
    mapping?: ImportMapping
    rows?: number
    listed?: number
    done?: number
    endedAt?: number
  },
): Promise<boolean> {
  const { mapping, endedAt, ...columns } = change
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({
      ...columns,
      ...(mapping && { mapping: JSON.stringify(mapping) }),
      ...(endedAt !== undefined && { ended_at: endedAt }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Takes an import that is to be worked on for a while; null: none, or another process has it. */
export async function leaseImport(
  db: Db,
  { now, until }: { now: number; until: number },
): Promise<{ id: ImportId; author: unknown } | null> {
  const due = await db
    .selectFrom('imports')
    .select(['id', 'author'])
    .where('state', 'in', ['running', 'undoing'])
    .where('leased_until', '<=', now)
    .orderBy('created_at')
    .executeTakeFirst()
  if (due === undefined) return null
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ leased_until: until })
    .where('id', '=', due.id)
    .where('leased_until', '<=', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? { id: due.id, author: JSON.parse(due.author) as unknown } : null
}

/** Gives back the lease of an import, or, without an id, those that ended with their process. */
export async function freeImports(db: Db, id?: ImportId): Promise<void> {
  const all = db.updateTable('imports').set({ leased_until: 0 }).where('leased_until', '>', 0)
  await (id === undefined ? all : all.where('id', '=', id)).execute()
}

/** The newest imports, or one. */
export async function findImports(
  db: Db,
  { id, limit = 20 }: { id?: ImportId; limit?: number },
): Promise<ProductImport[]> {
  const all = db.selectFrom('imports').selectAll().where('state', '<>', 'reading')
  const rows = await (id === undefined ? all : all.where('id', '=', id))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const counted = await db
    .selectFrom('import_results')
    .select(({ fn }) => ['import_id', 'outcome', fn.countAll<number>().as('count')])
    .where(
      'import_id',
      'in',
      rows.map((row) => row.id),
    )
    .groupBy(['import_id', 'outcome'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    ...headingsOf(row),
    mapping: JSON.parse(row.mapping) as ImportMapping,
    state: row.state,
    rows: row.rows,
    listed: row.listed,
    done: row.done,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    counts: {
      ...NONE,
      ...Object.fromEntries(
        counted
          .filter((one) => one.import_id === row.id)
          .map(({ outcome, count }) => [outcome, Number(count)]),
      ),
    },
  }))
}

function headingsOf({ headings: stored }: { headings: string }): Pick<ProductImport, 'headings' | 'brings'> {
  const headings = JSON.parse(stored) as string[]
  return { headings, brings: importKindOf(headings) }
}

export async function insertResult(db: Db, id: ImportId, result: StoredResult): Promise<void> {
  const { position, part, line, outcome, productId, name, notes, version, before, seen } = result
  await db
    .insertInto('import_results')
    .values({
      import_id: id,
      position,
      part,
      line,
      outcome,
      product_id: productId,
      name,
      notes: JSON.stringify(notes),
      version,
      before: before === null ? null : JSON.stringify(before),
      seen: seen === null ? null : JSON.stringify(seen),
    })
    .execute()
}

/** Results in the order of the file, after one of them. `outcomes`: only those. */
export async function findResults(
  db: Db,
  id: ImportId,
  {
    after = { position: -1, part: 0 },
    position,
    outcomes,
    limit,
  }: {
    after?: { position: number; part: number }
    position?: number
    outcomes?: readonly ImportOutcome[]
    limit: number
  },
): Promise<StoredResult[]> {
  let all = db
    .selectFrom('import_results')
    .selectAll()
    .where('import_id', '=', id)
    .where(({ or, and, eb }) =>
      or([
        eb('position', '>', after.position),
        and([eb('position', '=', after.position), eb('part', '>', after.part)]),
      ]),
    )
  if (outcomes !== undefined) all = all.where('outcome', 'in', outcomes)
  if (position !== undefined) all = all.where('position', '=', position)
  const rows = await all.orderBy('position').orderBy('part').limit(limit).execute()
  return rows.map(({ import_id: _import, product_id: productId, notes, before, seen, ...row }) => ({
    ...row,
    productId,
    notes: JSON.parse(notes) as ImportNote[],
    before: before === null ? null : (JSON.parse(before) as unknown),
    seen: seen === null ? null : (JSON.parse(seen) as unknown),
  }))
}

/** The line of the same file from which a product was written; null: of none. */
export async function findWrittenLine(db: Db, id: ImportId, productId: ProductId): Promise<number | null> {
  const row = await db
    .selectFrom('import_results')
    .select('line')
    .where('import_id', '=', id)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row?.line ?? null
}

export async function setOutcome(
  db: Db,
  id: ImportId,
  { position, part }: Pick<StoredResult, 'position' | 'part'>,
  outcome: ImportOutcome,
): Promise<void> {
  await db
    .updateTable('import_results')
    .set({ outcome })
    .where('import_id', '=', id)
    .where('position', '=', position)
    .where('part', '=', part)
    .execute()
}

/** The products that exist among these ids, and those whose sizes have one of these codes. */
export async function findMatches(
  db: Db,
  { ids, codes }: { ids: readonly ProductId[]; codes: readonly string[] },
): Promise<{ ids: Set<ProductId>; bySku: Map<string, ProductId>; byBarcode: Map<string, ProductId> }> {
  const products =
    ids.length === 0
      ? []
      : await db
          .selectFrom('products')
          .select('id')
          .where(isAmong(db, 'id', ids))
          .execute()
  const coded =
    codes.length === 0
      ? []
      : await db
          .selectFrom('item_codes')
          .select(['product_id', 'sku', 'barcode'])
          .where(({ or }) => or([isAmong(db, 'sku', codes), isAmong(db, 'barcode', codes)]))
          .execute()
  return {
    ids: new Set(products.map(({ id }) => id)),
    bySku: new Map(coded.flatMap(({ sku, product_id }) => (sku === '' ? [] : [[sku, product_id]]))),
    byBarcode: new Map(
      coded.flatMap(({ barcode, product_id }) => (barcode === '' ? [] : [[barcode, product_id]])),
    ),
  }
}

export async function findFetched(db: Db, addresses: readonly string[]): Promise<Map<string, StoredPicture>> {
  if (addresses.length === 0) return new Map()
  const rows = await db.selectFrom('import_pictures').selectAll().where('address', 'in', addresses).execute()
  return new Map(rows.map(({ address, fetched_at: _at, ...picture }) => [address, picture]))
}

export async function recordFetched(
  db: Db,
  address: string,
  { key, width, height, placeholder }: StoredPicture,
  now: number,
): Promise<void> {
  const picture = { key, width, height, placeholder, fetched_at: now }
  await db
    .insertInto('import_pictures')
    .values({ address, ...picture })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(picture))
    .execute()
}

export async function forgetFetched(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('import_pictures').where('key', 'in', keys).execute()
}

/** Deletes the rows of a file that are not needed any more. */
export async function deleteImportRows(db: Db, id: ImportId): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', id).execute()
}

export async function deleteImport(tx: Tx, id: ImportId): Promise<void> {
  await tx.deleteFrom('import_rows').where('import_id', '=', id).execute()
  await tx.deleteFrom('import_results').where('import_id', '=', id).execute()
  await tx.deleteFrom('imports').where('id', '=', id).execute()
}

/** The imports that nobody started, or that ended, before these times. */
export async function findOldImports(
  db: Db,
  { unstarted, ended }: { unstarted: number; ended: number },
): Promise<ImportId[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', 'in', ['reading', 'ready']), eb('created_at', '<', unstarted)]),
        and([eb('state', '=', 'paused'), eb('created_at', '<', ended)]),
        eb('ended_at', '<', ended),
      ]),
    )
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteOldFetched(db: Db, before: number): Promise<void> {
  await db.deleteFrom('import_pictures').where('fetched_at', '<', before).execute()
}
