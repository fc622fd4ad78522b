import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'

const POSTPONED = Symbol('postponed')

/** What is written once for all who share a commit. */
export interface Postponed {
  /** Reads the list of values, as JSON, from its only parameter. */
  sql: string
  value: string
  /** Statements that name this table see what was postponed. */
  table: string
}

/**
 * A statement that SQLite runs once for all who share a commit (group-commit.ts), with the values of all of them, just
 * before they are committed. Anything that reads its table within a transaction is preceded by it.
 */
export function postponed(write: Postponed): CompiledQuery {
  return { ...CompiledQuery.raw(write.sql), [POSTPONED]: write } as CompiledQuery
}

/** What the statement is to write later; undefined: it is an ordinary one. */
export function isPostponed(statement: object): Postponed | undefined {
  return (statement as { [POSTPONED]?: Postponed })[POSTPONED]
}

/** What the members of a group have postponed. What a member did is undone with it. */
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

  /** From here on until `undo`, it is the work of one member. */
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
