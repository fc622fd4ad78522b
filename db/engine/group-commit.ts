import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { PostponedWrites, type Postponed } from '#db/engine/postponed-writes.ts'

const MAX_GROUP_SIZE = 64
/** How long a group may stay open while further members join. */
const MAX_OPEN_MS = 25
/** A member that has just read something joins a turn later than one that has not. */
const QUIET_TURNS = 2

const LOCK_TIMEOUT_MS = 5_000
const LOCK_RETRY_MS = 20
const SQLITE_BUSY = 5

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Group commit for one SQLite connection: writers take turns, each in a savepoint, and those that arrive close together
 * share one commit. One fsync makes all of them durable, and none completes before it. A group stays open until two
 * turns of the event loop bring no further member, so that simultaneous requests share it. If the commit fails, every
 * member fails.
 */
export class GroupCommit {
  readonly #db: DatabaseSync
  readonly #save: StatementSync
  readonly #release: StatementSync
  readonly #postponed: PostponedWrites
  readonly #turns: (() => void)[] = []
  #busy = false
  #hasSavepoint = false
  #members: Waiting[] = []
  /** How many members had joined a turn ago, when the first one joined, and how many turns since then brought none. */
  #joined = 0
  #since = 0
  #quietTurns = 0
  #soon: NodeJS.Immediate | undefined
  #overdue = false
  /** Why SQLite ended the transaction. */
  #ended: unknown = new Error('SQLite ended the transaction')

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#save = db.prepare('savepoint member')
    this.#release = db.prepare('release member')
    this.#postponed = new PostponedWrites(db)
  }

  /** `isOneStatement`: the member is a single statement, which SQLite executes completely or not at all. */
  async begin({ isOneStatement = false } = {}): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#turns.push(resolve))
    this.#busy = true
    try {
      if (!this.#db.isTransaction) await beginWhenUnlocked(this.#db)
      this.#postponed.mark()
      this.#hasSavepoint = !isOneStatement
      // Required: full-text indexes write the changes of earlier members now, and may find the disk full.
      if (this.#hasSavepoint) this.during(() => this.#save.run())
    } catch (error) {
      this.#next()
      throw error
    }
  }

  /**
   * Runs a member's work. Some failures, such as a full disk, make SQLite end the whole transaction: later statements
   * of any member are then refused, because they would run outside it, and all members fail with the same reason.
   */
  during<T>(work: () => T): T {
    if (!this.#db.isTransaction) throw this.#ended
    try {
      return work()
    } catch (error) {
      if (!this.#db.isTransaction) this.#ended = error
      throw error
    }
  }

  /** Postpones a write to the end of the group, where it is merged with the same write of other members. */
  postpone(write: Postponed): void {
    this.during(() => this.#postponed.add(write))
  }

  /** Executes the postponed writes now, if this statement would see their results. */
  catchUp(sql: string): void {
    if (!this.#postponed.isReadBy(sql)) return
    this.#postponed.carryOut()
    if (!this.#hasSavepoint) this.#postponed.mark()
  }

  async commit(): Promise<void> {
    try {
      this.during(() => {
        if (this.#hasSavepoint) this.#release.run()
      })
    } catch (error) {
      this.rollback()
      throw error
    }
    const done = new Promise<void>((resolve, reject) => this.#members.push({ resolve, reject }))
    this.#next()
    await done
  }

  rollback(): void {
    try {
      this.#postponed.undo()
      if (this.#db.isTransaction && this.#hasSavepoint) this.#db.exec('rollback to member; release member')
    } catch (error) {
      this.#ended = error
      if (this.#db.isTransaction) this.#db.exec('rollback')
    }
    this.#next()
  }

  /** Commits the open group. Called before the connection is closed. */
  flush(): void {
    if (this.#db.isTransaction && !this.#busy) this.#commit()
  }

  /** Between two members: fails those whose work was undone, commits when due, and starts the next one. */
  #next(): void {
    if (!this.#db.isTransaction) this.#fail(this.#ended)
    if (this.#overdue || this.#members.length >= MAX_GROUP_SIZE) this.#commit()
    else if (this.#db.isTransaction && this.#soon === undefined) {
      this.#since = performance.now()
      this.#joined = 0
      this.#lookAgain()
    }
    const turn = this.#turns.shift()
    if (turn) turn()
    else this.#busy = false
  }

  #lookAgain(): void {
    this.#quietTurns = this.#members.length > this.#joined ? 0 : this.#quietTurns + 1
    this.#joined = this.#members.length
    this.#soon = setImmediate(() => this.#commitWhenAlone())
  }

  #commitWhenAlone(): void {
    const isGrowing = this.#members.length > this.#joined || this.#quietTurns < QUIET_TURNS
    if (isGrowing && performance.now() - this.#since < MAX_OPEN_MS) return this.#lookAgain()
    this.#soon = undefined
    if (this.#busy) this.#overdue = true
    else this.#commit()
  }

  #commit(): void {
    clearImmediate(this.#soon)
    this.#soon = undefined
    this.#overdue = false
    if (!this.#db.isTransaction) return
    try {
      this.#postponed.carryOut()
      this.#db.exec('commit')
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      this.#fail(error)
      return
    }
    const members = this.#members
    this.#members = []
    for (const member of members) member.resolve()
  }

  #fail(error: unknown): void {
    this.#postponed.clear()
    const members = this.#members
    this.#members = []
    for (const member of members) member.reject(error)
  }
}

/** Waits for another writing process without blocking this one. */
async function beginWhenUnlocked(db: DatabaseSync): Promise<void> {
  const giveUpAt = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      db.exec('begin immediate')
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || Date.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
    }
  }
}
