/** Each takes less than a millisecond until it waits for the database: a page waits for a few of them at most. */
const MOST_IN_A_TURN = 32

/**
 * Begins work of which there may be thousands at the same moment a little at a time, first come first served. All else
 * that has arrived has its turn in between. Work that comes alone begins at once.
 */
export class FewAtOnce {
  readonly #waiting = new Set<() => void>()
  #begun = 0

  begin(work: () => void): void {
    if (this.#begun === 0) setImmediate(() => this.#nextTurn())
    if (this.#begun >= MOST_IN_A_TURN || this.#waiting.size > 0) {
      this.#waiting.add(work)
      return
    }
    this.#begun += 1
    work()
  }

  /** Each begins in a callback of its own, so that what it leads to at once is done before the next. */
  #nextTurn(): void {
    this.#begun = 0
    for (const work of this.#waiting) {
      if (this.#begun === MOST_IN_A_TURN) break
      this.#waiting.delete(work)
      this.#begun += 1
      setImmediate(work)
    }
    if (this.#begun > 0) setImmediate(() => this.#nextTurn())
  }
}
