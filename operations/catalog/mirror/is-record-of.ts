import type { MirroredRecord } from '#db/catalog/mirrored-records.ts'
import type { SourceRecord } from '#domain/catalog/source-record.ts'

/** The clocks of the shop and of a source differ by less than this. */
export const MAX_CLOCK_SKEW_MS = 2 * 60_000

/**
 * After this time, a request without an answer has created its record or never will, even if its process still waits.
 */
const CREATION_TIMEOUT_MS = 2 * 60_000

/** Whether a request that was sent may still create the record. */
export function mayStillBeCreated({ creatingAt }: MirroredRecord, now: number): boolean {
  return creatingAt !== null && now - creatingAt < CREATION_TIMEOUT_MS
}

/** Whether this may be the record that the shop created for this product without getting the response. */
export function isRecordOf(record: SourceRecord, { agreed, creatingAt }: MirroredRecord): boolean {
  if (agreed === null || creatingAt === null) return false
  return record.fields.name === agreed.name && record.createdAt >= creatingAt - MAX_CLOCK_SKEW_MS
}
