import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { durationOf, requestsBetween, type RequestCounts } from '#domain/monitoring/request-counts.ts'

const RESOLUTION_MS = 20
const NANOSECONDS_PER_MS = 1e6
const SLOW_SHARE = 0.95

/** What a process measured since it was last read. */
export interface Measured {
  requests: number
  failures: number
  slowMs: number | null
  eventLoopMs: number
  memoryBytes: number
}

/** Measures this process: its requests, its memory, and how long other work holds up the only thread. */
export class ProcessMeter {
  /** Distinguishes the processes of one shop; each start makes a new name. */
  readonly name = randomBytes(4).toString('hex')
  readonly counts: RequestCounts
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #before

  constructor(counts: RequestCounts) {
    this.counts = counts
    this.#before = counts.summary()
    this.#delay.enable()
  }

  /** How long the event loop was held up since the last `take`, in milliseconds: most of the time, and at worst. */
  get eventLoop(): { mostlyMs: number; worstMs: number } {
    return { mostlyMs: held(this.#delay.percentile(99)), worstMs: held(this.#delay.max) }
  }

  /** Reads what was measured since the last call, and starts from zero. */
  take(): Measured {
    const now = this.counts.summary()
    const { requests, failures, byDuration } = requestsBetween(this.#before, now)
    this.#before = now
    const { worstMs } = this.eventLoop
    this.#delay.reset()
    return {
      requests,
      failures,
      slowMs: durationOf(byDuration, SLOW_SHARE),
      eventLoopMs: Math.round(worstMs),
      memoryBytes: process.memoryUsage.rss(),
    }
  }

  close(): void {
    this.#delay.disable()
  }
}

/**
 * The histogram records the time between two of its checks, which equals its resolution when nothing blocks the loop.
 */
function held(nanoseconds: number): number {
  const milliseconds = nanoseconds / NANOSECONDS_PER_MS
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds - RESOLUTION_MS) : 0
}
