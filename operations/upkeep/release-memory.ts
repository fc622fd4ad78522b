import type { RequestCounts } from '#domain/monitoring/request-counts.ts'

/** Rounds without a request after which the shop is at rest. */
const IDLE_ROUNDS = 3
/**
 * Rounds between two collections, so that long work without requests, such as mirroring a catalogue, is not interrupted
 * repeatedly.
 */
const PAUSE_ROUNDS = 60
/** A collection stops the shop for 0.1 s: it is not worth that for less. */
const MIN_GROWTH_BYTES = 12e6

/** Collects garbage and gives the freed memory back to the system. Null when Node runs without `--expose-gc`. */
export const collectGarbage = globalThis.gc
  ? () => void globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  : null

/**
 * A background job that collects garbage once the shop has been idle for some rounds and its memory has grown. V8 also
 * does it, but later and less thoroughly, and after a start only half a minute later.
 */
export function releaseMemory(
  counts: RequestCounts,
  collect: () => void,
  residentBytes: () => number = process.memoryUsage.rss,
): () => Promise<void> {
  let [answered, rested, left, pause] = [0, 0, 0, 0]
  return async () => {
    const { requests } = counts.summary()
    rested = requests === answered ? rested + 1 : 0
    answered = requests
    pause -= 1
    if (rested < IDLE_ROUNDS || pause > 0 || residentBytes() < left + MIN_GROWTH_BYTES) return
    collect()
    left = residentBytes()
    pause = PAUSE_ROUNDS
  }
}
