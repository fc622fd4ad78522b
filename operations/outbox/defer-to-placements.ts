import type { PlacementQueue } from '#operations/placement-queue.ts'

interface Deferral {
  maxMs: number
  perMs: number
}

/**
 * Returns a function that waits while shoppers wait for their orders, for at most `maxMs` in each `perMs`: the outbox
 * lets a rush go first, but keeps up with one that lasts.
 */
export function deferToPlacements(
  placements: Pick<PlacementQueue, 'untilQuiet'>,
  { maxMs, perMs }: Deferral,
): () => Promise<void> {
  let periodEnd = 0
  let left = maxMs
  return async () => {
    const now = performance.now()
    if (now >= periodEnd) {
      periodEnd = now + perMs
      left = maxMs
    }
    if (left > 0) left -= await placements.untilQuiet(left)
  }
}
