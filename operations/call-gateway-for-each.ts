import { setTimeout as sleep } from 'node:timers/promises'

const CONCURRENCY = 8
/** Gateways allow 25 reads a second in test mode and 100 in live mode, and shoppers go first. */
const SPACING_MS = 40

/**
 * Calls the gateway for each item, in order: a few at a time, and below the gateway's rate limit. Once `deadline` has
 * passed, the remaining calls are no longer spaced out. A failed call does not stop the others, unless it throws
 * `StopCalling`; the first failure is thrown after all calls have ended.
 */
export async function callGatewayForEach<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<void>,
  deadline?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  const waiting = items.values()
  let next = performance.now()
  let isStopped = false

  async function work(): Promise<void> {
    for (const item of waiting) {
      const wait = next - performance.now()
      next = Math.max(next, performance.now()) + SPACING_MS
      if (wait > 0) await sleep(wait, undefined, { signal: deadline }).catch(() => {})
      if (isStopped) return
      try {
        await ask(item)
      } catch (error) {
        isStopped ||= error instanceof StopCalling
        failures.push(error instanceof StopCalling ? error.cause : error)
      }
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  if (failures.length > 0) throw failures[0]
}

/** Wraps the cause, when the remaining calls would fail too. */
export class StopCalling extends Error {
  constructor(cause: unknown) {
    super('No further calls to the payment provider', { cause })
  }
}
