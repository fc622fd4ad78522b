import type { MirroredContent } from '#domain/catalog/mirrored-content.ts'
import type { SourcePicture, SourceRecord } from '#domain/catalog/source-record.ts'
import type { Connection } from '#providers/connection.ts'

/** A picture to write: one that the record has, or one that the source fetches from a public address. */
export type OutgoingPicture = { id: string } | { link: string; filename: string }

/** The fields to write; those that are not named stay as they are. */
export type OutgoingContent = Partial<Omit<MirroredContent, 'pictures'>> & { pictures?: OutgoingPicture[] }

/**
 * A place outside the shop where products are edited, such as Airtable. The shop mirrors it and sells from its copy, so
 * no shopper waits for the source. All methods reject with SupplierError.
 */
export interface ContentSource {
  /** The name under which the shop stores its records of this place; each place has a different name. */
  readonly place: string
  /** The name shown to staff: `Airtable`. */
  readonly label: string
  /** Whether the source can fetch a picture from this address. */
  canFetch(link: string): boolean
  /**
   * All records in pages, or those that changed after `since`, in epoch milliseconds. Blank records are left out.
   */
  list(since: number | null): AsyncIterable<SourceRecord[]>
  /** The records with these ids, at most ten, that exist. */
  find(ids: readonly string[]): Promise<SourceRecord[]>
  /** Adds a record. Repeating a call whose answer was lost may add a second one. */
  add(fields: OutgoingContent): Promise<SourceRecord>
  /** Changes up to ten records, all or none, and returns them. */
  update(changes: readonly { id: string; fields: OutgoingContent }[]): Promise<SourceRecord[]>
  /** Removes a record. A record that no longer exists counts as removed. */
  remove(id: string): Promise<void>
  /** The bytes of a picture. */
  fetchPicture(picture: SourcePicture): Promise<ReadableStream<Uint8Array>>
  connection: Connection
}
