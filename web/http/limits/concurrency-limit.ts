/** The queue is full. */
export class TooBusy extends Error {
  constructor() {
    super('Too many requests are waiting already')
  }
}

/** Runs up to `maxConcurrent` tasks at the same time. Up to `maxWaiting` more are queued, further ones are refused. */
export class ConcurrencyLimit {
  readonly #maxConcurrent: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ maxConcurrent, maxWaiting = Infinity }: { maxConcurrent: number; maxWaiting?: number }) {
    this.#maxConcurrent = maxConcurrent
    this.#maxWaiting = maxWaiting
  }

  /** Rejects with TooBusy when the queue is full. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#maxConcurrent) {
      if (this.#waiting.length >= this.#maxWaiting) throw new TooBusy()
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // Deferred, so that cheap responses can be sent between two tasks.
      if (next) setImmediate(next)
      else this.#running -= 1
    }
  }
}
