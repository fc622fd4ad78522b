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
    const next = [...this.#waiting.values().take(MOST_IN_A_TURN)]
    for (const work of next) {
      this.#waiting.delete(work)
      setImmediate(work)
    }
    // While some are still to begin, nobody who comes now goes before them.
    this.#begun = next.length === 0 ? 0 : MOST_IN_A_TURN
    if (next.length > 0) setImmediate(() => this.#nextTurn())
  }
}
