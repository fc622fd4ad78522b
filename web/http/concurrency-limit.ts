/** Too many wait already. */
export class TooBusy extends Error {
  constructor() {
    super('Too many are waiting for this already')
  }
}

/** Runs `most` tasks at once. Others wait in the order they came, `mostWaiting` of them; who comes then is refused. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ most, mostWaiting = Infinity }: { most: number; mostWaiting?: number }) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  /** Rejects with TooBusy when too many wait. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting) throw new TooBusy()
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // Not at once: answers that need no task go out between two tasks.
      if (next) setImmediate(next)
      else this.#running -= 1
    }
  }
}
