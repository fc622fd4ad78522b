import {
  countSingleUseCodes,
  sumPromotionSales,
  type PromotionSales,
} from '#db/promotions/promotion-sales.ts'
import type { Shop } from '#operations/shop.ts'

/** What the paid orders of each promotion came to, by its id. */
export function readPromotionSales({
  database,
}: Pick<Shop, 'database'>): Promise<ReadonlyMap<string, PromotionSales>> {
  return sumPromotionSales(database.db)
}

/** How many single-use codes each promotion has, by its id. */
export function readCodeCounts({ database }: Pick<Shop, 'database'>): Promise<ReadonlyMap<string, number>> {
  return countSingleUseCodes(database.db)
}
