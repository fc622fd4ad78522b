import { newestErasures, type Erasure } from '#db/orders/erasures.ts'
import type { Shop } from '#operations/shop.ts'

const SHOWN = 20

/** The last few times that a customer's data was deleted on request, the newest first. */
export function readErasures({ database }: Shop): Promise<Erasure[]> {
  return newestErasures(database.db, SHOWN)
}
