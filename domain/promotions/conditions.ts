import { isEverything, isNamed, type Effect, type Promotion } from './promotion.ts'

/**
 * A cart line as promotions see it. `price`: of one piece in cents, before any promotion. `isReduced`: its product
 * shows a higher price from before.
 */
export interface PromotedLine {
  price: number
  quantity: number
  productId?: string | undefined
  size?: string | undefined
  category?: string | undefined
  isReduced?: boolean | undefined
  /** No promotion is for a gift card, and it counts towards none. */
  giftCard?: boolean | undefined
}

/** A cart to be promoted. `shipping`: its price in cents, and the id of its method, if any. `country`: if known. */
export interface PromotedCart {
  lines: readonly PromotedLine[]
  shipping: { amount: number; method: string | null }
  country: string | null
}

/** What a cart lacks for a promotion. `amount` in cents; `items`: nothing that it is for, or not enough of it. */
export type Missing =
  | { kind: 'amount'; amount: number }
  | { kind: 'pieces'; pieces: number }
  | { kind: 'items' | 'country' | 'shipping-method' }

/** Whether a promotion may reduce a line at all. */
export function isEligible({ conditions: { without } }: Promotion, line: PromotedLine): boolean {
  return (
    line.giftCard !== true && !isNamed(without.items, line) && !(without.reduced && line.isReduced === true)
  )
}

/** Whether a promotion is for a line. */
export function isFor(promotion: Promotion, line: PromotedLine): boolean {
  return (
    isEligible(promotion, line) &&
    choicesOf(promotion.effect).some((items) => isEverything(items) || isNamed(items, line))
  )
}

/** What a cart lacks for a promotion; null: nothing. A country that is not known yet is not missing. */
export function findMissing(
  promotion: Promotion,
  { lines, shipping, country }: PromotedCart,
): Missing | null {
  const { effect, conditions } = promotion
  if (country !== null && conditions.countries.length > 0 && !conditions.countries.includes(country))
    return { kind: 'country' }
  const its = lines.filter((line) => isFor(promotion, line))
  if (its.length === 0) return { kind: 'items' }
  const amount = its.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const steps = effect.kind === 'steps' ? effect.steps.map(({ from }) => from) : [0]
  const least = Math.max(conditions.leastAmount ?? 0, Math.min(...steps))
  if (amount < least) return { kind: 'amount', amount: least - amount }
  const pieces = (conditions.leastPieces ?? 0) - its.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pieces > 0) return { kind: 'pieces', pieces }
  const isMethod = effect.kind !== 'shipping' || effect.methods.length === 0
  if (!isMethod && !effect.methods.includes(shipping.method ?? '')) return { kind: 'shipping-method' }
  return null
}

function choicesOf(effect: Effect) {
  switch (effect.kind) {
    case 'percent':
    case 'amount':
      return [effect.items]
    case 'buy-get':
      return [effect.buy.items, effect.get.items]
    case 'bundle':
      return effect.parts.map(({ items }) => items)
    case 'steps':
    case 'shipping':
      return [{ products: [], categories: [] }]
  }
}
