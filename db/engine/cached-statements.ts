import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

const MAX_CACHED_STATEMENTS = 400

type Row = Record<string, unknown>

/** `columns`: of its rows; null when they may change, because the statement does not name them. */
interface CachedStatement {
  statement: StatementSync
  answersRows: boolean
  columns: readonly string[] | null
}

/** The statements of a connection, each prepared once. */
export class CachedStatements {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, CachedStatement>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  run(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const { statement, answersRows, columns } = this.#prepare(sql)
    const values = parameters.map(toSqlValue)
    if (columns) return { rows: statement.all(...values).map((row) => rowOf(columns, row)) }
    if (answersRows) return { rows: statement.all(...values) }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    const names = statement.columns().map(({ name }) => name)
    const answersRows = names.length > 0
    const columns = answersRows && !sql.includes('*') ? names : null
    // The row objects of node:sqlite are dictionaries, which take more memory and are slower to read.
    if (columns) statement.setReturnArrays(true)
    const prepared = { statement, answersRows, columns }
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

function rowOf(columns: readonly string[], values: ArrayLike<unknown> | Row): Row {
  const row: Row = {}
  for (let at = 0; at < columns.length; at += 1) row[columns[at]!] = (values as ArrayLike<unknown>)[at]
  return row
}

function toSqlValue(value: unknown): SQLInputValue {
  return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue
}
