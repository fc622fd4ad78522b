import { setTimeout as sleepFor } from 'node:timers/promises'
import { blockSlotsUntil, findReservedUntil, reserveSlot } from '#db/engine/request-slots.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { RequestPace } from '#providers/request-pace.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** The rate limit of requests to one supplier, and where it is kept. `key`: the account that the limit applies to. */
interface PaceOptions {
  database: ShopDatabase
  supplier: string
  key: string
  perSecond: number
  now: () => number
  sleep?: (milliseconds: number) => Promise<unknown>
}

/** Longer than a queue of requests ever is, and shorter than the pause after a 429. */
const MAX_WAIT_MS = 20_000

/** Spaces requests evenly. The time of the last one is in the database, so that all processes share the limit. */
export function paceOfRequests(options: PaceOptions): RequestPace {
  const { database, supplier, key, perSecond, now, sleep = sleepFor } = options
  const name = `pace:${key}`
  // A little slower than allowed, because requests take different times to arrive.
  const limits = { everyMs: Math.ceil(1_050 / perSecond), maxWaitMs: MAX_WAIT_MS }
  return {
    async turn() {
      const slot = await reserveSlot(database.db, name, limits, now())
      if (slot === null) {
        const retryAfterMs = Math.max(0, (await findReservedUntil(database.db, name)) - now())
        const seconds = Math.ceil(retryAfterMs / 1_000)
        throw new SupplierError(
          `The shop limits its requests to ${supplier}: the next one can be sent in ${seconds} s.`,
          { supplier, kind: 'rate-limited', retryAfterMs },
        )
      }
      const wait = slot - now()
      if (wait > 0) await sleep(wait)
    },
    pause: (milliseconds) => blockSlotsUntil(database.db, name, now() + milliseconds),
  }
}
