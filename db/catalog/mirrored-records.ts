import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { SentValues } from '#domain/catalog/merge-content.ts'
import type { MirroredContent, MirroredField } from '#domain/catalog/mirrored-content.ts'
import type { Picture } from '#domain/catalog/product.ts'
import type { ProductErrors } from '#domain/catalog/product-form.ts'
import type { SourceRecord } from '#domain/catalog/source-record.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'

/** A write that a source refused, with its error message. */
export interface RefusedWrite {
  values: string
  words: string
}

/** A product and its record at a source. The columns are explained in db/schema/catalog-tables.ts. */
export interface MirroredRecord {
  place: string
  productId: ProductId
  recordId: string | null
  agreed: MirroredContent | null
  /** Without links. */
  theirs: SourceRecord | null
  sent: SentValues
  conflicts: MirroredField[]
  problem: ProductErrors
  refused: RefusedWrite | null
  pictures: Record<string, Omit<Picture, 'alt'>>
  unusable: Record<string, string>
  productVersion: number
  gone: boolean
  missed: number
  creatingAt: number | null
  writeTask: string | null
  unsettled: boolean
  revision: number
}

type Row = Selectable<Database['mirrored_records']>

/** A record that was never seen before. */
export function newMirroredRecord(place: string, productId: ProductId): MirroredRecord {
  return {
    place,
    productId,
    recordId: null,
    agreed: null,
    theirs: null,
    sent: {},
    conflicts: [],
    problem: {},
    refused: null,
    pictures: {},
    unusable: {},
    productVersion: 0,
    gone: false,
    missed: 0,
    creatingAt: null,
    writeTask: null,
    unsettled: false,
    revision: 0,
  }
}

/** The revisions of all known records, by record id. */
export async function readRevisions(db: Kysely<Database>, place: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('mirrored_records')
    .select(['record_id', 'revision'])
    .where('place', '=', place)
    .where('record_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ record_id, revision }) => [record_id ?? '', revision]))
}

/** The known ones of these records. */
export async function findByRecords(
  db: Kysely<Database>,
  place: string,
  recordIds: readonly string[],
): Promise<MirroredRecord[]> {
  if (recordIds.length === 0) return []
  const rows = at(db, place)
    .selectAll()
    .where(isAmong(db, 'mirrored_records.record_id', recordIds))
  return (await rows.execute()).map(fromRow)
}

/** The known ones of these products. */
export async function findByProducts(
  db: Kysely<Database>,
  place: string,
  productIds: readonly ProductId[],
): Promise<MirroredRecord[]> {
  if (productIds.length === 0) return []
  const rows = at(db, place)
    .selectAll()
    .where(isAmong(db, 'mirrored_records.product_id', productIds))
  return (await rows.execute()).map(fromRow)
}

/** Records that a round has to look at even when they did not change. */
export async function findRecordsToRevisit(db: Kysely<Database>, place: string): Promise<MirroredRecord[]> {
  const rows = at(db, place).selectAll().where('unsettled', '=', 1).orderBy('product_id')
  return (await rows.execute()).map(fromRow)
}

/** Up to `limit` records that need a decision by staff. */
export async function findRecordsInConflict(
  db: Kysely<Database>,
  place: string,
  limit: number,
): Promise<MirroredRecord[]> {
  const rows = at(db, place)
    .selectAll()
    .where((e) => e.or([e('clash', '!=', '[]'), e('problem', '!=', '{}'), e('refused', 'is not', null)]))
    .where('gone', '=', 0)
    .orderBy('product_id')
    .limit(limit)
  return (await rows.execute()).map(fromRow)
}

/** Products of which it is not known whether the source has made a record. */
export async function findCreating(db: Kysely<Database>, place: string): Promise<MirroredRecord[]> {
  const rows = at(db, place).selectAll().where('record_id', 'is', null).where('creating_at', 'is not', null)
  return (await rows.execute()).map(fromRow)
}

/** The next `limit` records by product id, after `after`. */
export async function listMirroredRecords(
  db: Kysely<Database>,
  place: string,
  after: ProductId,
  limit: number,
): Promise<MirroredRecord[]> {
  const rows = at(db, place).selectAll().where('product_id', '>', after).orderBy('product_id').limit(limit)
  return (await rows.execute()).map(fromRow)
}

/**
 * Writes a record that has not changed since it was read; a `revision` of 0 is a new one. False otherwise, and then
 * nothing is written.
 */
export async function writeMirroredRecord(db: Kysely<Database>, record: MirroredRecord): Promise<boolean> {
  const { place, productId, revision } = record
  const columns = { ...toColumns(record), revision: revision + 1 }
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('mirrored_records')
      .values({ place, product_id: productId, ...columns } satisfies Insertable<Database['mirrored_records']>)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('mirrored_records')
    .set(columns)
    .where('place', '=', place)
    .where('product_id', '=', productId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function at(db: Kysely<Database>, place: string) {
  return db.selectFrom('mirrored_records').where('place', '=', place)
}

function toColumns(record: MirroredRecord) {
  return {
    record_id: record.recordId,
    agreed: record.agreed && JSON.stringify(record.agreed),
    theirs: record.theirs && JSON.stringify(record.theirs),
    sent: JSON.stringify(record.sent),
    clash: JSON.stringify(record.conflicts),
    problem: JSON.stringify(record.problem),
    refused: record.refused && JSON.stringify(record.refused),
    pictures: JSON.stringify(record.pictures),
    unusable: JSON.stringify(record.unusable),
    product_version: record.productVersion,
    gone: Number(record.gone),
    missed: record.missed,
    creating_at: record.creatingAt,
    write_task: record.writeTask,
    unsettled: Number(record.unsettled),
  } satisfies Updateable<Database['mirrored_records']>
}

function fromRow(row: Row): MirroredRecord {
  return {
    place: row.place,
    productId: row.product_id,
    recordId: row.record_id,
    agreed: row.agreed === null ? null : (JSON.parse(row.agreed) as MirroredContent),
    theirs: row.theirs === null ? null : (JSON.parse(row.theirs) as SourceRecord),
    sent: JSON.parse(row.sent) as SentValues,
    conflicts: JSON.parse(row.clash) as MirroredField[],
    problem: JSON.parse(row.problem) as ProductErrors,
    refused: row.refused === null ? null : (JSON.parse(row.refused) as RefusedWrite),
    pictures: JSON.parse(row.pictures) as MirroredRecord['pictures'],
    unusable: JSON.parse(row.unusable) as Record<string, string>,
    productVersion: row.product_version,
    gone: row.gone === 1,
    missed: row.missed,
    creatingAt: row.creating_at,
    writeTask: row.write_task,
    unsettled: row.unsettled === 1,
    revision: row.revision,
  }
}
