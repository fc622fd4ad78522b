import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '#db/engine/engine.ts'

const LOOK_TOGETHER = 100
const LOOK_EVERY_MS = 20

/** How many placements may be under way, how many may wait for one to end, and for how long. */
export interface QueueLimits {
  atOnce: number
  mostWaiting: number
  longestWaitMs: number
}

/**
 * On PostgreSQL a placement has a connection to itself: a third of them stay free. On SQLite writers take turns anyway,
 * and as many as share one commit are let in. Three times as many may wait as have been seen to want the same thing.
 */
export const PLACEMENTS: Record<Engine, QueueLimits> = {
  postgres: { atOnce: 8, mostWaiting: 15_000, longestWaitMs: 20_000 },
  sqlite: { atOnce: 64, mostWaiting: 15_000, longestWaitMs: 20_000 },
}

/**
 * Who waits is woken when stock has changed: `lookAgain` answers what became of them, or null when they still wait.
 * `holdsStock`: theirs is placed before everybody's who holds nothing yet.
 */
interface Placement<T> {
  holdsStock: boolean
  place(): Promise<T>
  lookAgain(): Promise<T | null>
}

interface Waiting {
  begin(): void
  lookAgain(): Promise<void>
  giveUp(): void
}

/**
 * Where new placements wait for their turn, first come first served, so that a rush for one product leaves connections
 * for those who pay, for the gateway's news and for pages. One for each process; what may be sold is decided by the
 * database alone.
 */
export class PlacementQueue {
  readonly #limits: QueueLimits
  readonly #holders = new Set<Waiting>()
  readonly #others = new Set<Waiting>()
  #underWay = 0
  #changes = 0
  #looking: Promise<void> | null = null

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** A number that grows with each change of stock: take it before looking, and hand it to `enter`. */
  get changes(): number {
    return this.#changes
  }

  /**
   * What `place` answered when its turn came, or `lookAgain` before that; null when too many wait, or the wait has
   * become too long. `seen`: what `changes` was when the stock was looked at last.
   */
  async enter<T>(placement: Placement<T>, seen: number): Promise<T | null> {
    if (seen !== this.#changes) {
      const known = await placement.lookAgain()
      if (known !== null) return known
    }
    const isFree = this.#underWay < this.#limits.atOnce && this.#holders.size + this.#others.size === 0
    if (isFree) return this.#place(placement)
    return this.#wait(placement)
  }

  /** Resolves when no placement is waiting, or after `longestMs`. Returns how many milliseconds that took. */
  async untilQuiet(longestMs: number): Promise<number> {
    const start = performance.now()
    const waited = () => performance.now() - start
    while (this.#holders.size + this.#others.size > 0 && waited() < longestMs) await sleep(LOOK_EVERY_MS)
    return waited()
  }

  /** Stock has changed: everybody who waits looks whether there is still something to wait for. */
  lookAgain(): void {
    this.#changes += 1
    const before = this.#looking ?? Promise.resolve()
    const looked = before
      .then(() => this.#lookInGroups())
      .then(() => {
        if (this.#looking !== looked) return
        this.#looking = null
        this.#letIn()
      })
    this.#looking = looked
  }

  /** Thousands who are answered in one go would stop the process for as long. */
  async #lookInGroups(): Promise<void> {
    const all = [...this.#holders, ...this.#others]
    for (let from = 0; from < all.length; from += LOOK_TOGETHER) {
      await Promise.all(all.slice(from, from + LOOK_TOGETHER).map((one) => one.lookAgain()))
    }
  }

  async #place<T>({ place }: Placement<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await place()
    } finally {
      this.#underWay -= 1
      this.#letIn()
    }
  }

  #wait<T>(placement: Placement<T>): Promise<T | null> {
    const line = placement.holdsStock ? this.#holders : this.#others
    if (line.size >= this.#limits.mostWaiting) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        return line.delete(waiting)
      }
      const waiting: Waiting = {
        begin: () => void (leave() && this.#place(placement).then(resolve, reject)),
        giveUp: () => void (leave() && resolve(null)),
        lookAgain: async () => {
          try {
            const known = await placement.lookAgain()
            if (known !== null && leave()) resolve(known)
          } catch (error) {
            if (leave()) reject(error as Error)
          }
        },
      }
      const timer = setTimeout(() => waiting.giveUp(), this.#limits.longestWaitMs)
      line.add(waiting)
    })
  }

  /** Those who hold something do not wait for the others to have looked. */
  #letIn(): void {
    while (this.#underWay < this.#limits.atOnce) {
      const [first] = this.#looking ? this.#holders : [...firstOf(this.#holders), ...firstOf(this.#others)]
      if (!first) return
      first.begin()
    }
  }
}

function firstOf<T>(all: Iterable<T>): T[] {
  for (const one of all) return [one]
  return []
}
