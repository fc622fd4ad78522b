import { countRefusals, listRefusals, type RefusedBuyer } from '#db/drops/drop-buyers.ts'
import type { BuyerSign } from '#domain/drops/buyer.ts'
import type { Drop } from '#domain/drops/drop.ts'
import type { Shop } from '#operations/shop.ts'

/** What the limit per person of a drop has refused: how many people by what, and the latest of them. */
export interface RefusedOfDrop {
  counts: { sign: BuyerSign; people: number; times: number }[]
  latest: RefusedBuyer[]
}

const LATEST = 50

export async function listRefused({ database }: Shop, { id }: Pick<Drop, 'id'>): Promise<RefusedOfDrop> {
  const [counts, latest] = await Promise.all([
    countRefusals(database.db, id),
    listRefusals(database.db, id, LATEST),
  ])
  return { counts, latest }
}
