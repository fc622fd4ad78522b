import { deleteOldSalesDays, storeNextDay } from '#db/sales/store-days.ts'
import type { Shop } from '#operations/shop.ts'

/** The days of the overview, in every time zone. */
const RETENTION_MS = 31 * 86_400_000

/**
 * Counts what was sold on one of the past days, or today so far, if that is not stored yet. Returns how many days were
 * counted.
 */
export async function storeSalesDays(shop: Shop): Promise<number> {
  const now = shop.now()
  if (await storeNextDay(shop.database, { since: now - RETENTION_MS, now, timeZone: shop.settings.timeZone }))
    return 1
  await deleteOldSalesDays(shop.database, now)
  return 0
}
