import type { Promotion } from './promotion.ts'

/** A promotion that an order uses. `name`: as it was then. `code`: the one that was entered; null: it needs none. */
export interface PromotionUse {
  promotionId: string
  name: string
  code: string | null
}

/** How often promotions were used, by all and by one customer, which codes were, and whether the customer ordered. */
export interface UseCounts {
  byPromotion: ReadonlyMap<string, { all: number; theirs: number }>
  codes: ReadonlySet<string>
  hasOrdered: boolean
}

/** Which limit of a promotion is reached. */
export type UseLimit = 'used-up' | 'used-by-customer' | 'not-first-order'

/** A promotion, and the code that it is used with. `isSingle`: a code for one use. */
export interface Wanted {
  promotion: Promotion
  code: string | null
  isSingle: boolean
}

/** Whether uses of a promotion have to be counted. */
export function isLimited({ promotion: { conditions }, isSingle }: Wanted): boolean {
  return isSingle || conditions.firstOrder || conditions.uses !== null || conditions.usesPerCustomer !== null
}

/** Which limit keeps a promotion from being used once more; null: none. */
export function findLimit(
  { promotion: { id, conditions }, code, isSingle }: Wanted,
  { byPromotion, codes, hasOrdered }: UseCounts,
): UseLimit | null {
  const { all, theirs } = byPromotion.get(id) ?? { all: 0, theirs: 0 }
  if (isSingle && code !== null && codes.has(code)) return 'used-up'
  if (conditions.uses !== null && all >= conditions.uses) return 'used-up'
  if (conditions.usesPerCustomer !== null && theirs >= conditions.usesPerCustomer) return 'used-by-customer'
  return conditions.firstOrder && hasOrdered ? 'not-first-order' : null
}

/** What two orders must not use at the same time, because each has to count the other. */
export function lockKeys(
  { promotion: { id, conditions }, code, isSingle }: Wanted,
  limitEmail: string,
): string[] {
  return [
    ...(isSingle ? [`code ${code}`] : []),
    ...(conditions.uses === null ? [] : [`promotion ${id}`]),
    ...(conditions.usesPerCustomer === null ? [] : [`customer ${limitEmail}`]),
    ...(conditions.firstOrder ? [`customer ${limitEmail}`] : []),
  ]
}
