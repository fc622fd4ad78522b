import { storeNextDay } from '#db/sales/store-days.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Counts what was sold on one of the past days, the newest first, or today so far, if that is not stored yet. Returns
 * how many days were counted.
 */
export async function storeSalesDays({ database, now, settings }: Shop): Promise<number> {
  return Number(await storeNextDay(database, { now: now(), timeZone: settings.timeZone }))
}
