import type { Shop } from '#operations/shop.ts'

const MAX_FACTOR = 32

/** A background job. */
export interface Job {
  /** For the log: `Background work failed: delivering the outbox`. */
  what: string
  everyMs: number
  /** Runs one round, and returns how much there was to do: after zero the next round waits for `everyMs`. */
  work: () => Promise<number>
  /** Whether the wait doubles with each failure in a row, up to `MAX_FACTOR` times. */
  backsOff?: boolean
}

/** Runs a job in rounds, one at a time, until the returned function is called, which waits for a running round. */
export function repeatJob(
  shop: Pick<Shop, 'log'>,
  { what, everyMs, work, backsOff = false }: Job,
): () => Promise<void> {
  let wait = 1
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running = Promise.resolve()

  async function round(): Promise<void> {
    let found = 0
    try {
      found = await work()
      wait = 1
    } catch (error) {
      wait = backsOff ? Math.min(MAX_FACTOR, wait * 2) : 1
      shop.log.error(`Background work failed: ${what}`, error)
    }
    if (!stopped) timer = setTimeout(start, found > 0 ? 0 : everyMs * wait)
  }
  function start(): void {
    running = round()
  }

  timer = setTimeout(start, 0)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
