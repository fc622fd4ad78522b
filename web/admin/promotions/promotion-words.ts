import { dateFormat } from '#domain/date-format.ts'
import { formatCents } from '#domain/money.ts'
import { findCountry } from '#domain/places/countries.ts'
import {
  isEverything,
  type Effect,
  type ItemChoice,
  type Pieces,
  type Promotion,
  type PromotionState,
} from '#domain/promotions/promotion.ts'

/** What promotions refer to, by id. */
export interface PromotionNames {
  products: Readonly<Record<string, string>>
  categories: Readonly<Record<string, string>>
  methods: Readonly<Record<string, string>>
  timeZone: string
}

export const STATE_WORDS: Readonly<Record<PromotionState, string>> = {
  active: 'Active',
  scheduled: 'Scheduled',
  paused: 'Paused',
  ended: 'Ended',
}

/** What the kinds are called where one is chosen. */
export const KIND_WORDS: Readonly<Record<Effect['kind'], string>> = {
  percent: 'A percentage',
  amount: 'An amount',
  steps: 'A percentage that grows with the cart',
  shipping: 'Free or cheaper shipping',
  'buy-get': 'Buy some, get some',
  bundle: 'A bundle at a price',
}

export const CLASS_WORDS = {
  order: 'Offers for the whole order',
  product: 'Offers for products',
  shipping: 'Offers for shipping',
} as const

/** The parts of a promotion as a list and a conflict name them. */
export const PROMOTION_FIELDS = {
  name: 'Name',
  applies: 'Applies',
  effect: 'Takes off',
  conditions: 'Conditions',
  schedule: 'Schedule',
  combines: 'Combines with',
} as const

/** A promotion as it is read, part by part. */
export function promotionWords(
  promotion: Promotion,
  names: PromotionNames,
): Record<keyof typeof PROMOTION_FIELDS, string[]> {
  const { name, trigger, codes, partner, effect, conditions, combinesWith, isPaused } = promotion
  const { leastAmount, leastPieces, without, firstOrder, customers, countries, uses } = conditions
  const said = (isSo: boolean, words: string) => (isSo ? [words] : [])
  const format = dateFormat('en-CA', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: names.timeZone,
  })
  return {
    name: [name],
    applies: [
      trigger === 'automatic' ? 'By itself' : `By code${codes.length > 0 ? `: ${codes.join(', ')}` : ''}`,
      ...said(partner !== '', `Belongs to ${partner}`),
    ],
    effect: [effectWords(effect, names)],
    conditions: [
      ...said(leastAmount !== null, `From ${formatCents(leastAmount ?? 0)}`),
      ...said(leastPieces !== null, `From ${leastPieces} pieces`),
      ...said(!isEverything(without.items), `Not for ${itemWords(without.items, names)}`),
      ...said(without.reduced, 'Not for reduced items'),
      ...said(firstOrder, 'First order only'),
      ...said(customers.length > 0, `For ${customers.join(', ')}`),
      ...said(
        countries.length > 0,
        `In ${countries.map((code) => findCountry(code)?.name ?? code).join(', ')}`,
      ),
      ...said(uses !== null, `At most ${uses} times`),
      ...said(conditions.usesPerCustomer !== null, `At most ${conditions.usesPerCustomer} times a customer`),
    ],
    schedule: [
      ...said(isPaused, 'Paused'),
      ...said(conditions.from !== null, `From ${format.format(conditions.from ?? 0)}`),
      ...said(conditions.until !== null, `Until ${format.format(conditions.until ?? 0)}`),
    ],
    combines: combinesWith.map((one) => CLASS_WORDS[one]),
  }
}

/** What a promotion takes off: `10% off Hoodies`. */
export function effectWords(effect: Effect, names: PromotionNames): string {
  const of = (items: ItemChoice) => (isEverything(items) ? 'the order' : itemWords(items, names))
  const some = ({ items, quantity }: Pieces) =>
    `${quantity} of ${isEverything(items) ? 'anything' : itemWords(items, names)}`
  switch (effect.kind) {
    case 'percent':
      return `${effect.milliPercent / 1_000}% off ${of(effect.items)}`
    case 'amount':
      return `${formatCents(effect.amount)} off ${isEverything(effect.items) ? 'the order' : `each of ${itemWords(effect.items, names)}`}`
    case 'steps':
      return effect.steps
        .map(({ from, milliPercent }) => `${milliPercent / 1_000}% off from ${formatCents(from)}`)
        .join(', ')
    case 'shipping': {
      const { off, methods } = effect
      const by = methods.length > 0 ? ` by ${methods.map((id) => names.methods[id] ?? id).join(', ')}` : ''
      return off === null ? `Free shipping${by}` : `${formatCents(off)} off shipping${by}`
    }
    case 'buy-get': {
      const { buy, get, milliPercent, mostTimes } = effect
      const price = milliPercent === 100_000 ? 'free' : `${milliPercent / 1_000}% off`
      const most = mostTimes === null ? '' : `, at most ${mostTimes} times`
      return `Buy ${some(buy)}, get ${some(get)} ${price}${most}`
    }
    case 'bundle':
      return `${effect.parts.map(some).join(' and ')} for ${formatCents(effect.price)}`
  }
}

function itemWords({ products, categories }: ItemChoice, names: PromotionNames): string {
  return [
    ...categories.map((value) => names.categories[value] ?? value),
    ...products.map((id) => names.products[id] ?? 'a deleted product'),
  ].join(', ')
}
