import type { Cents } from '#domain/money.ts'

/** Which products something is about: those named, and those of the named categories. With none of either: all. */
export interface ItemChoice {
  products: readonly string[]
  categories: readonly string[]
}

/** So many pieces of these items. */
export interface Pieces {
  items: ItemChoice
  quantity: number
}

/**
 * What a promotion takes off, in cents and thousandths of a percent. `amount`: once off the order, or off each
 * piece of chosen items. `steps`: the percentage of the highest step that the cart reaches. `shipping`: `off` null is
 * all of it; `methods` empty is every method. `buy-get`: of the pieces that are got, the cheapest. `bundle`: its pieces
 * cost `price` together.
 */
export type Effect =
  | { kind: 'percent'; milliPercent: number; items: ItemChoice }
  | { kind: 'amount'; amount: Cents; items: ItemChoice }
  | { kind: 'steps'; steps: readonly { from: Cents; milliPercent: number }[] }
  | { kind: 'shipping'; off: Cents | null; methods: readonly string[] }
  | { kind: 'buy-get'; buy: Pieces; get: Pieces; milliPercent: number; mostTimes: number | null }
  | { kind: 'bundle'; parts: readonly Pieces[]; price: Cents }

/** What a promotion lowers; each says with which of them it combines. */
export const PROMOTION_CLASSES = ['order', 'product', 'shipping'] as const

/** What a promotion lowers. */
export type PromotionClass = (typeof PROMOTION_CLASSES)[number]

/** When a promotion may be used. Null and empty lists ask for nothing. Times are epoch milliseconds. */
export interface Conditions {
  /** Of the items that the promotion is for, before any promotion. */
  leastAmount: Cents | null
  leastPieces: number | null
  /** Never reduced, and not counted. */
  without: { items: ItemChoice; reduced: boolean }
  firstOrder: boolean
  /** The email addresses of the only customers that it is for. */
  customers: readonly string[]
  countries: readonly string[]
  from: number | null
  until: number | null
  uses: number | null
  usesPerCustomer: number | null
}

/**
 * A promotion. `id` never changes. `name`: what shoppers read. `trigger`: it applies by itself, or with one of its
 * codes, of which single-use ones are not listed here. `partner`: the person whose code it is; empty: nobody's.
 */
export interface Promotion {
  id: string
  name: string
  isPaused: boolean
  trigger: 'automatic' | 'code'
  codes: readonly string[]
  partner: string
  effect: Effect
  conditions: Conditions
  combinesWith: readonly PromotionClass[]
}

/** Whether a choice leaves nothing out. */
export function isEverything({ products, categories }: ItemChoice): boolean {
  return products.length === 0 && categories.length === 0
}

/** Whether a choice names an item. */
export function isNamed(
  { products, categories }: ItemChoice,
  { productId = '', category = '' }: { productId?: string | undefined; category?: string | undefined },
): boolean {
  return products.includes(productId) || categories.includes(category)
}

/** What a promotion lowers. */
export function classOf({ effect }: Pick<Promotion, 'effect'>): PromotionClass {
  switch (effect.kind) {
    case 'steps':
      return 'order'
    case 'shipping':
      return 'shipping'
    case 'percent':
    case 'amount':
      return isEverything(effect.items) ? 'order' : 'product'
    case 'buy-get':
    case 'bundle':
      return 'product'
  }
}

/** Whether both say that they combine with what the other lowers. */
export function combine(one: Promotion, other: Promotion): boolean {
  return one.combinesWith.includes(classOf(other)) && other.combinesWith.includes(classOf(one))
}

/** Where a promotion is in its schedule. Only an active one takes anything off. */
export type PromotionState = 'active' | 'scheduled' | 'paused' | 'ended'

/** Where a promotion is at a moment. */
export function stateOf(
  { isPaused, conditions: { from, until } }: Pick<Promotion, 'isPaused' | 'conditions'>,
  now: number,
): PromotionState {
  if (until !== null && until <= now) return 'ended'
  if (isPaused) return 'paused'
  return from !== null && now < from ? 'scheduled' : 'active'
}
