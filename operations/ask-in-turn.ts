import { setTimeout as sleep } from 'node:timers/promises'

const AT_ONCE = 8
/** A gateway may answer no more than 25 reads a second in test mode, four times that in live mode; shoppers first. */
const SPACING_MS = 40

/**
 * Does something at the gateway for each of these in their order: a few at a time, and no more a second than gateways
 * bear. From `hurry` on the rest are not spaced out any more. All of them have their turn whatever becomes of the
 * others, unless one throws `StopAsking`; the first failure is thrown after the last has ended.
 */
export async function askInTurn<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<void>,
  hurry?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  const waiting = items.values()
  let next = performance.now()
  let isStopped = false

  async function work(): Promise<void> {
    for (const item of waiting) {
      const wait = next - performance.now()
      next = Math.max(next, performance.now()) + SPACING_MS
      if (wait > 0) await sleep(wait, undefined, { signal: hurry }).catch(() => {})
      if (isStopped) return
      try {
        await ask(item)
      } catch (error) {
        isStopped ||= error instanceof StopAsking
        failures.push(error instanceof StopAsking ? error.cause : error)
      }
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (failures.length > 0) throw failures[0]
}

/** Carries what went wrong, when it makes no sense to go on to the next one. */
export class StopAsking extends Error {
  constructor(cause: unknown) {
    super('The gateway is not asked any further', { cause })
  }
}
