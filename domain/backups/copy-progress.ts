/** A place in the stream of changes of a database. `index`: of the log file; `offset`: in bytes. */
export interface LogPosition {
  index: number
  offset: number
}

/** A reading of the continuous copy's metrics. Times in epoch milliseconds. */
export interface CopySample {
  at: number
  /** How many times it has read the changes of the database since it began. */
  reads: number
  /** How far it has read; null: not yet. */
  read: LogPosition | null
  /** How far the place of the copy has it; null: not yet. */
  stored: LogPosition | null
}

interface Mark {
  at: number
  reads: number
  target: LogPosition | null
}

/** Two, because the read in progress at the mark may have begun before it; the next one begins after it. */
const READS_AFTER = 2
const MAX_MARKS = 600

/**
 * Works out from samples up to which moment everything that was committed is in the copy. A sample is a mark: once two
 * further reads are over, everything from before the mark was read, and once the place has what was read, it is stored.
 */
export class CopyProgress {
  #marks: Mark[] = []
  #read: LogPosition | null = null
  #storedTo: number | null = null

  /** The moment up to which nothing would be lost; null: none yet. */
  get storedTo(): number | null {
    return this.#storedTo
  }

  observe({ at, reads, read, stored }: CopySample): void {
    const isOther = this.#marks.some((mark) => mark.reads > reads)
    if (isOther) this.#marks = []
    // It began a new stream: what was read before is part of its first copy.
    if (read !== null && this.#read !== null && isBefore(read, this.#read)) {
      for (const mark of this.#marks) mark.target = null
    }
    this.#read = read
    for (const mark of this.#marks) {
      if (mark.target === null && read !== null && reads >= mark.reads + READS_AFTER) mark.target = read
    }
    // A place cannot have more than was read: such a position is left from an earlier stream.
    if (stored !== null && read !== null && !isBefore(read, stored)) this.#reach(stored)
    if (this.#marks.length < MAX_MARKS) this.#marks.push({ at, reads, target: null })
  }

  /** The process that copies was started again. */
  restart(): void {
    this.#marks = []
    this.#read = null
  }

  #reach(stored: LogPosition): void {
    for (let first = this.#marks[0]; first?.target && !isBefore(stored, first.target);) {
      this.#storedTo = first.at
      this.#marks.shift()
      first = this.#marks[0]
    }
  }
}

function isBefore(one: LogPosition, other: LogPosition): boolean {
  return one.index < other.index || (one.index === other.index && one.offset < other.offset)
}

/** The state of a continuous copy. `storedTo`: nothing from before this moment would be lost; null: no copy yet. */
export type CopyState =
  | { kind: 'starting' }
  /** Another process of the shop copies. */
  | { kind: 'other-process' }
  | { kind: 'copying'; storedTo: number }
  /** `words`: why, as a sentence. */
  | { kind: 'failing'; storedTo: number | null; words: string }

/** How many milliseconds a copy may be behind. */
export const MAX_BEHIND_MS = 5_000
/** Staff are alerted from here on: a short network failure is not reported. */
export const ALERT_BEHIND_MS = 30_000
