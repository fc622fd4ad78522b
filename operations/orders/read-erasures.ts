import { newestErasures, type Erasure } from '#db/orders/erasures.ts'
import type { Shop } from '#operations/shop.ts'

const MAX_LISTED = 20

/** The latest deletions of customers' data on request, newest first. */
export function readErasures({ database }: Shop): Promise<Erasure[]> {
  return newestErasures(database.db, MAX_LISTED)
}
