import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeProbe } from '#db/monitoring/write-probe.ts'
import type { Shop } from '#operations/shop.ts'

/** Whether the shop can sell now, and each thing that it needs for that. */
export interface Readiness {
  ready: boolean
  /** Takes writes, in time. */
  database: boolean
  /** Has room for the next orders and images. */
  disk: boolean
  /** Take further orders. */
  queues: boolean
}

/** Several programs may ask, each every few seconds: a probe writes. */
const MAX_AGE_MS = 1_000
const PATIENCE_MS = 2_000
const MIN_FREE_BYTES = 50_000_000

/** Returns a function that reads the readiness, at most once a second. */
export function watchReadiness(shop: Shop): () => Promise<Readiness> {
  let known: { at: number; readiness: Promise<Readiness> } | null = null
  let writing: Promise<boolean> | null = null

  /** While a write gets no answer, no further one begins: each would keep a connection. */
  function write(): Promise<boolean> {
    const written = writeProbe(shop.database, shop.now()).then(
      () => true,
      () => false,
    )
    return written.finally(() => (writing = null))
  }

  async function read(): Promise<Readiness> {
    writing ??= write()
    const [database, disk] = await Promise.all([
      Promise.race([writing, sleep(PATIENCE_MS, false, { ref: false })]),
      hasRoom(shop.settings.dataDir),
    ])
    const queues = !shop.placements.isFull()
    return { ready: database && disk && queues, database, disk, queues }
  }

  return () => {
    const at = performance.now()
    if (known === null || at - known.at > MAX_AGE_MS) known = { at, readiness: read() }
    return known.readiness
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= MIN_FREE_BYTES,
    () => false,
  )
}
