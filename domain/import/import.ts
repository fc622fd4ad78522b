import type { ImportId } from '#domain/ids.ts'
import type { ImportKind } from './import-table.ts'
import type { ImportNote } from './listing.ts'
import type { ImportMapping } from './mapping.ts'

/** Where an import is. `ready`: read, and nothing written yet. */
export type ImportState = 'reading' | 'ready' | 'running' | 'paused' | 'done' | 'undoing' | 'undone'

/** Which states staff may ask for, from which: the rest follows by itself. */
export const IMPORT_REQUESTS: Readonly<Record<'running' | 'paused' | 'undoing', readonly ImportState[]>> = {
  running: ['ready', 'paused'],
  paused: ['running'],
  undoing: ['done', 'paused'],
}

/** A state that staff may ask for. */
export type ImportRequest = keyof typeof IMPORT_REQUESTS

/**
 * What became of a product of a file. `kept`: undoing left it, because it was changed since; `undone`: it is as it was
 * before.
 */
export type ImportOutcome = 'made' | 'changed' | 'same' | 'wrong' | 'undone' | 'kept'

/** For how long an import can be undone. */
export const UNDO_MS = 24 * 3_600_000

/** A file that is imported. Times are epoch milliseconds. */
export interface ProductImport {
  id: ImportId
  brings: ImportKind
  fileName: string
  headings: readonly string[]
  mapping: ImportMapping
  state: ImportState
  rows: number
  /** How many products the file lists, and how many of them are dealt with. */
  listed: number
  done: number
  createdAt: number
  endedAt: number | null
  counts: Readonly<Record<ImportOutcome, number>>
}

/** What became, or would become, of a product of a file. */
export interface ImportResult {
  line: number
  outcome: ImportOutcome
  name: string
  notes: readonly ImportNote[]
}

/** What an import would do, and what can be corrected before it does. */
export interface ImportTrial {
  counts: Pick<ProductImport['counts'], 'made' | 'changed' | 'same' | 'wrong'>
  /** The first results of which something is to be known. */
  results: ImportResult[]
  /** The categories that are added or get more sizes. */
  categories: { label: string; isNew: boolean; sizes: string[] }[]
  /** The options of the file, and what each becomes; null: a size, unless the product has another one. */
  options: { name: string; role: 'size' | 'color' | 'name' | null }[]
  /** The categories of the file. */
  named: string[]
  /** The headings of columns, one for each location, whose counts are added up. */
  locations: string[]
  /** The headings of columns that are not taken over. */
  unused: string[]
  /** The ZIP file with its pictures: how many files it has, and how many of them the products use. Null: none. */
  archive: { files: number; used: number } | null
}

/** Says of a trial which columns are added up. */
export function addedWords(locations: readonly string[]): string {
  const names = locations.join(', ')
  return locations.length === 1
    ? `The count is that of the location ${names}.`
    : `The count is the sum of ${locations.length} locations: ${names}. Delete the columns that are not to count, and choose the file again.`
}
