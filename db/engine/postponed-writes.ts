import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'

const POSTPONED = Symbol('postponed')

/** A write that is executed once for all members that share a commit. */
export interface Postponed {
  /** Reads the list of values, as JSON, from its only parameter. */
  sql: string
  value: string
  /** Before a statement that names this table, the postponed writes are executed. */
  table: string
}

/**
 * A statement that SQLite runs once for all members that share a commit (group-commit.ts), with the values of all of
 * them, just before the commit. It also runs before any statement of a transaction that reads its table.
 */
export function postponed(write: Postponed): CompiledQuery {
  return { ...CompiledQuery.raw(write.sql), [POSTPONED]: write } as CompiledQuery
}

/** The write that the statement postpones; undefined for an ordinary statement. */
export function isPostponed(statement: object): Postponed | undefined {
  return (statement as { [POSTPONED]?: Postponed })[POSTPONED]
}

/** The writes that the members of a group have postponed. Undoing a member removes its postponed writes. */
export class PostponedWrites {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #writes: readonly Postponed[] = []
  #before: readonly Postponed[] = []

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  add(write: Postponed): void {
    this.#writes = [...this.#writes, write]
  }

  /** Marks the beginning of one member's work, up to which `undo` removes writes. */
  mark(): void {
    this.#before = this.#writes
  }

  undo(): void {
    this.#writes = this.#before
  }

  clear(): void {
    this.#writes = this.#before = []
  }

  isReadBy(sql: string): boolean {
    return this.#writes.some(({ table }) => sql.includes(table))
  }

  carryOut(): void {
    for (const [sql, writes] of Map.groupBy(this.#writes, (write) => write.sql)) {
      const values = new Set(writes.map(({ value }) => value))
      const statement = this.#statements.get(sql) ?? this.#db.prepare(sql)
      this.#statements.set(sql, statement)
      statement.run(JSON.stringify([...values]))
    }
    this.#writes = []
  }
}
