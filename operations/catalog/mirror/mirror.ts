import { writeMirroredRecord, type MirroredRecord } from '#db/catalog/mirrored-records.ts'
import { withoutLinks, type SourceRecord } from '#domain/catalog/source-record.ts'
import type { Shop } from '#operations/shop.ts'
import { gatherChanges } from '#operations/catalog/gather-changes.ts'
import type { ContentSource } from '#providers/content/content-source.ts'

type MirrorShop = Pick<
  Shop,
  'catalog' | 'changes' | 'database' | 'images' | 'log' | 'now' | 'savedSettings' | 'settings'
>

/** One round of mirroring: the shop, the source, and what has happened so far. */
export interface Mirror {
  shop: MirrorShop
  source: ContentSource
  /** How many pictures could not be fetched. */
  failedPictures: number
  /** Aborted when the shop stops. */
  signal: AbortSignal | undefined
  /** Announces what was saved since the last time. */
  publish(): Promise<void>
}

/** Begins a round. */
export function openMirror(shop: MirrorShop, source: ContentSource, signal?: AbortSignal): Mirror {
  return { ...gatherChanges(shop), source, failedPictures: 0, signal }
}

/** The row of a record has changed in the meantime: the next round reads it again. */
export class RecordChanged extends Error {
  override readonly name = 'RecordChanged'
}

/**
 * Writes the row of a record when it differs from the stored one; throws RecordChanged. A new conflict or problem is
 * announced like a change.
 */
export async function saveRecordRow(
  { shop }: Mirror,
  before: MirroredRecord,
  after: MirroredRecord,
  db = shop.database.db,
): Promise<void> {
  if (before.revision > 0 && JSON.stringify(before) === JSON.stringify(after)) return
  await writeRow(after, db)
  if (shownOf(before) !== shownOf(after)) await shop.changes.publish('catalogue')
}

function shownOf({ conflicts, problem }: MirroredRecord): string {
  return JSON.stringify([conflicts, problem])
}

/** Writes the row of a record, and returns it as it is then; throws RecordChanged. */
export async function writeRow(row: MirroredRecord, db: Shop['database']['db']): Promise<MirroredRecord> {
  if (!(await writeMirroredRecord(db, row))) throw new RecordChanged()
  return { ...row, revision: row.revision + 1 }
}

/** The row of a record whose pictures could not be imported. */
export function withoutPictures(
  row: MirroredRecord,
  record: SourceRecord,
  { problem, unusable = row.unusable }: { problem: string; unusable?: Record<string, string> },
): MirroredRecord {
  return { ...rowToRevisit(row, record), problem: { pictures: problem }, unusable }
}

/** The row of a record that is read again in the next round, as it is now. */
export function rowToRevisit(row: MirroredRecord, record: SourceRecord): MirroredRecord {
  return { ...row, theirs: withoutLinks(record), unsettled: true, missed: 0 }
}
