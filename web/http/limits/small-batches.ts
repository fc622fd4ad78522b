/**
 * Each takes less than a millisecond before it waits for the database, so other requests are delayed by a few of them
 * at most.
 */
const MAX_BATCH = 32

/**
 * Starts tasks in small batches, in order of arrival, so that thousands of simultaneous requests do not block other
 * work. A single task starts immediately.
 */
export class SmallBatches {
  readonly #waiting = new Set<() => void>()
  #begun = 0

  begin(work: () => void): void {
    if (this.#begun === 0) setImmediate(() => this.#nextTurn())
    if (this.#begun >= MAX_BATCH || this.#waiting.size > 0) {
      this.#waiting.add(work)
      return
    }
    this.#begun += 1
    work()
  }

  /** Each starts in a separate callback, so that its microtasks run before the next one. */
  #nextTurn(): void {
    const next = [...this.#waiting.values().take(MAX_BATCH)]
    for (const work of next) {
      this.#waiting.delete(work)
      setImmediate(work)
    }
    // While some have not started yet, new tasks go to the end of the queue.
    this.#begun = next.length === 0 ? 0 : MAX_BATCH
    if (next.length > 0) setImmediate(() => this.#nextTurn())
  }
}
