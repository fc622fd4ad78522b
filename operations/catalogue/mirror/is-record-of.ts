import type { MirroredRecord } from '#db/catalogue/mirrored-records.ts'
import type { SourceRecord } from '#domain/catalogue/source-record.ts'

/** The clocks of the shop and of a source differ by less. */
export const MAX_CLOCK_SKEW_MS = 2 * 60_000

/** A request that got no answer, or whose process still waits for it, has made its record by then, or never will. */
const CREATION_TIMEOUT_MS = 2 * 60_000

/** Whether the record may still be made by a request that was sent. */
export function mayStillBeCreated({ creatingAt }: MirroredRecord, now: number): boolean {
  return creatingAt !== null && now - creatingAt < CREATION_TIMEOUT_MS
}

/** Whether this may be the record that the shop created for this product without getting the response. */
export function isRecordOf(record: SourceRecord, { agreed, creatingAt }: MirroredRecord): boolean {
  if (agreed === null || creatingAt === null) return false
  return record.fields.name === agreed.name && record.createdAt >= creatingAt - MAX_CLOCK_SKEW_MS
}
