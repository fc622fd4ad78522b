import { deleteOldSamples, writeSample } from '#db/monitoring/samples.ts'
import type { Shop } from '#operations/shop.ts'
import type { ProcessMeter } from './process-meter.ts'
import { readReadings } from './read-readings.ts'

const RETENTION_MS = 48 * 3_600_000

/** Stores what this process measured since the last sample, and deletes samples older than two days. */
export async function recordSample(shop: Shop, meter: ProcessMeter): Promise<void> {
  const { disk, outbox } = await readReadings(shop)
  const at = shop.now()
  await writeSample(shop.database, {
    at,
    process: meter.name,
    ...meter.take(),
    waitingTasks: outbox.waiting,
    diskFreeBytes: disk.free,
  })
  await deleteOldSamples(shop.database, at - RETENTION_MS)
}
