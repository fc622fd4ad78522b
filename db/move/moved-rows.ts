import { hash } from 'node:crypto'
import { CopyRefused } from '#db/backups/database-copy.ts'

/** What a column holds, in the types that SQLite and PostgreSQL both have. */
export type MovedValue = string | number | null

/** A row: its values in the order of `MovedTable.columns`. */
export type MovedRow = readonly MovedValue[]

/** A table of the shop. `columns`: by name. `key`: the columns that its rows are read by, in this engine. */
export interface MovedTable {
  name: string
  columns: readonly string[]
  key: readonly string[]
}

/** Rows in the order of their keys, and the key of the last one. */
export interface RowPage {
  rows: MovedRow[]
  last: readonly MovedValue[]
}

/** Returns the value if the other engine can store it unchanged. Throws CopyRefused. */
export function toMovedValue(table: string, column: string, value: unknown): MovedValue {
  if (value === null || typeof value === 'string') return value
  const isExact = typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
  if (isExact) return value
  throw new CopyRefused(`${table}.${column} has a value that cannot be moved: ${typeof value}.`)
}

/** The number of rows of a table and a digest of their contents, in which the order of rows does not matter. */
export class TableDigest {
  rows = 0
  #high = 0n
  #low = 0n

  add(row: MovedRow): void {
    const digest = hash('sha256', JSON.stringify(row), 'buffer')
    this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64LE(0))
    this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64LE(8))
    this.rows += 1
  }

  toString(): string {
    return [this.#high, this.#low].map((part) => part.toString(16).padStart(16, '0')).join('')
  }
}
