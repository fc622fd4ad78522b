import type { SourceState } from '#db/catalog/content-sources.ts'
import type { SourceRecord } from '#domain/catalog/source-record.ts'
import type { ContentSource } from '#providers/content/content-source.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** What a round has read: all records of the source, or those that changed since the last one. */
export interface Reading {
  isComplete: boolean
  records: SourceRecord[]
}

/** Only a complete reading finds what was deleted. */
const FULL_READ_INTERVAL_MS = 10 * 60_000
/**
 * The number of records that one request returns: below it, reading everything costs no more than asking for changes.
 */
const FULL_READ_RECORDS = 100
/** Clocks differ, and a change may be visible a little after its time. */
const OVERLAP_MS = 2 * 60_000

/** Reads a source with as few requests as possible. `renew` is called for each page. */
export async function readSource(
  source: ContentSource,
  state: SourceState,
  now: number,
  renew: () => Promise<void>,
): Promise<Reading> {
  const { readAt, fullAt, records, missing } = state
  if (
    readAt === null ||
    fullAt === null ||
    records < FULL_READ_RECORDS ||
    missing > 0 ||
    now - fullAt >= FULL_READ_INTERVAL_MS
  ) {
    return { isComplete: true, records: await readPages(source, null, renew) }
  }
  try {
    return { isComplete: false, records: await readPages(source, readAt - OVERLAP_MS, renew) }
  } catch (error) {
    if (!(error instanceof SupplierError && error.kind === 'refused')) throw error
    // A source that cannot list its changes is read completely.
    return { isComplete: true, records: await readPages(source, null, renew) }
  }
}

async function readPages(
  source: ContentSource,
  since: number | null,
  renew: () => Promise<void>,
): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const page of source.list(since)) {
    records.push(...page)
    await renew()
  }
  return records
}
