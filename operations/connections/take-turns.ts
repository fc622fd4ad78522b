import { setTimeout as wait } from 'node:timers/promises'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { takeTry } from '#db/engine/throttle.ts'

/**
 * Returns a function that resolves when it is the caller's turn: one in `everyMs` under this name. The count is in the
 * database, so all processes of the shop share it; within a process callers wait in a queue.
 */
export function takeTurns(
  database: ShopDatabase,
  name: string,
  now: () => number,
  sleep: (ms: number) => Promise<unknown> = (ms) => wait(ms),
): (everyMs: number) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  const take = async (refillMs: number) => {
    for (;;) {
      const seconds = await takeTry(database.db, `turn:${name}`, { burst: 1, refillMs }, now())
      if (seconds === null) return
      await sleep(Math.min(seconds * 1_000, refillMs))
    }
  }
  return (everyMs) => {
    const turn = last.then(() => take(everyMs))
    last = turn.catch(() => {})
    return turn
  }
}
