import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '#db/engine/engine.ts'

const RECHECK_BATCH_SIZE = 100
const POLL_INTERVAL_MS = 20

/** How many placements may run at once, how many may wait, and for how long. */
export interface QueueLimits {
  maxConcurrent: number
  maxWaiting: number
  maxWaitMs: number
}

/**
 * On PostgreSQL each placement uses a connection: a third of the pool stays free. On SQLite writers are serialised
 * anyway, and as many run as share one commit. The queue is three times the largest rush seen.
 */
export const PLACEMENTS: Record<Engine, QueueLimits> = {
  postgres: { maxConcurrent: 8, maxWaiting: 15_000, maxWaitMs: 20_000 },
  sqlite: { maxConcurrent: 64, maxWaiting: 15_000, maxWaitMs: 20_000 },
}

/**
 * A waiting placement is rechecked when stock has changed: `recheck` returns the result, or null to keep waiting.
 * `holdsStock`: it goes before placements without a hold.
 */
interface Placement<T> {
  holdsStock: boolean
  place(): Promise<T>
  recheck(): Promise<T | null>
}

interface Waiting {
  begin(): void
  recheck(): Promise<void>
  giveUp(): void
}

/**
 * A first-come, first-served queue for placements, so that a rush for one product leaves connections for payments,
 * webhooks and pages. One per process; what may be sold is decided by the database alone.
 */
export class PlacementQueue {
  readonly #limits: QueueLimits
  readonly #holders = new Set<Waiting>()
  readonly #others = new Set<Waiting>()
  #underWay = 0
  #unanswered = 0
  #changes = 0
  #rechecking: Promise<void> | null = null

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** A number that grows with each change of stock: read it before checking the cart, and pass it to `enter`. */
  get changes(): number {
    return this.#changes
  }

  /** Counts a request for an order until it is answered, with all its reads before and after the queue. */
  async count<T>(answer: () => Promise<T>): Promise<T> {
    this.#unanswered += 1
    try {
      return await answer()
    } finally {
      this.#unanswered -= 1
    }
  }

  /**
   * The result of `place`, or of `recheck` before that; null when the queue is full or the wait too long. `seen`: the
   * value of `changes` when the stock was last checked.
   */
  async enter<T>(placement: Placement<T>, seen: number): Promise<T | null> {
    if (seen !== this.#changes) {
      const known = await placement.recheck()
      if (known !== null) return known
    }
    const isFree = this.#underWay < this.#limits.maxConcurrent && this.#holders.size + this.#others.size === 0
    if (isFree) return this.#place(placement)
    return this.#wait(placement)
  }

  /**
   * Resolves when no placement is waiting and no more requests are unanswered than may run at once, or after
   * `maxMs`. Returns how many milliseconds that took.
   */
  async untilQuiet(maxMs: number): Promise<number> {
    const start = performance.now()
    const waited = () => performance.now() - start
    while (this.#isRush() && waited() < maxMs) await sleep(POLL_INTERVAL_MS)
    return waited()
  }

  /** Whether a further placement would be refused. */
  isFull(): boolean {
    return Math.max(this.#holders.size, this.#others.size) >= this.#limits.maxWaiting
  }

  #isRush(): boolean {
    return this.#holders.size + this.#others.size > 0 || this.#unanswered > this.#limits.maxConcurrent
  }

  /** Stock has changed: rechecks all waiting placements. */
  recheck(): void {
    this.#changes += 1
    const before = this.#rechecking ?? Promise.resolve()
    const rechecked = before
      .then(() => this.#recheckInGroups())
      .then(() => {
        if (this.#rechecking !== rechecked) return
        this.#rechecking = null
        this.#startNext()
      })
    this.#rechecking = rechecked
  }

  /** Answering thousands at once would block the event loop. */
  async #recheckInGroups(): Promise<void> {
    const all = [...this.#holders, ...this.#others]
    for (let from = 0; from < all.length; from += RECHECK_BATCH_SIZE) {
      await Promise.all(all.slice(from, from + RECHECK_BATCH_SIZE).map((one) => one.recheck()))
    }
  }

  async #place<T>({ place }: Placement<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await place()
    } finally {
      this.#underWay -= 1
      this.#startNext()
    }
  }

  #wait<T>(placement: Placement<T>): Promise<T | null> {
    const line = placement.holdsStock ? this.#holders : this.#others
    if (line.size >= this.#limits.maxWaiting) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        return line.delete(waiting)
      }
      const waiting: Waiting = {
        begin: () => void (leave() && this.#place(placement).then(resolve, reject)),
        giveUp: () => void (leave() && resolve(null)),
        recheck: async () => {
          try {
            const known = await placement.recheck()
            if (known !== null && leave()) resolve(known)
          } catch (error) {
            if (leave()) reject(error as Error)
          }
        },
      }
      const timer = setTimeout(() => waiting.giveUp(), this.#limits.maxWaitMs)
      line.add(waiting)
    })
  }

  /** Placements with a hold do not wait for the others to be rechecked. */
  #startNext(): void {
    while (this.#underWay < this.#limits.maxConcurrent) {
      const [first] = this.#rechecking ? this.#holders : [...firstOf(this.#holders), ...firstOf(this.#others)]
      if (!first) return
      first.begin()
    }
  }
}

function firstOf<T>(all: Iterable<T>): T[] {
  for (const one of all) return [one]
  return []
}
