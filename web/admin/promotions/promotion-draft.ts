import { cents, decimalDollars } from '#domain/money.ts'
import type { Effect, ItemChoice, Promotion, PromotionClass } from '#domain/promotions/promotion.ts'
import { clockTime, epochFromClock } from '#domain/shop-time.ts'
import { newId } from '#web/admin/new-id.ts'
import { centsOf, scaled, wholeOf } from '#web/admin/typed-numbers.ts'

/** Items as they are chosen: everything, or what is named. */
export interface ItemsDraft {
  isAll: boolean
  products: readonly string[]
  categories: readonly string[]
}

/** Some pieces of items as they are typed. `key` identifies rows. */
export interface PiecesDraft {
  key: string
  items: ItemsDraft
  quantity: string
}

/** A promotion as it is typed: the fields of every kind, of which those of its kind count. */
export interface PromotionDraft extends Pick<Promotion, 'id' | 'name' | 'isPaused' | 'trigger' | 'partner'> {
  codes: string
  kind: Effect['kind']
  percent: string
  amount: string
  items: ItemsDraft
  steps: { key: string; from: string; percent: string }[]
  isAllShipping: boolean
  methods: readonly string[]
  buy: PiecesDraft
  get: PiecesDraft
  mostTimes: string
  parts: PiecesDraft[]
  leastAmount: string
  leastPieces: string
  without: Omit<ItemsDraft, 'isAll'>
  withoutReduced: boolean
  firstOrder: boolean
  customers: string
  countries: readonly string[]
  /** In the shop's time zone, as its input has them. */
  from: string
  until: string
  uses: string
  usesPerCustomer: string
  combinesWith: readonly PromotionClass[]
}

const EVERYTHING: ItemsDraft = { isAll: true, products: [], categories: [] }
export const newPieces = (quantity = '1'): PiecesDraft => ({ key: newId(), items: EVERYTHING, quantity })
export const newStep = () => ({ key: newId(), from: '', percent: '' })

/** A promotion that is not typed yet. */
export const newPromotion = (id: string): PromotionDraft => ({
  id,
  name: '',
  isPaused: false,
  trigger: 'code',
  codes: '',
  partner: '',
  kind: 'percent',
  percent: '',
  amount: '',
  items: EVERYTHING,
  steps: [newStep()],
  isAllShipping: true,
  methods: [],
  buy: newPieces('2'),
  get: newPieces(),
  mostTimes: '',
  parts: [newPieces()],
  leastAmount: '',
  leastPieces: '',
  without: { products: [], categories: [] },
  withoutReduced: false,
  firstOrder: false,
  customers: '',
  countries: [],
  from: '',
  until: '',
  uses: '',
  usesPerCustomer: '',
  combinesWith: ['shipping'],
})

/** A promotion as the form shows it. */
export function draftOf(promotion: Promotion, timeZone: string): PromotionDraft {
  const { effect, conditions, codes, ...same } = promotion
  const { leastAmount, leastPieces, without, from, until, uses, usesPerCustomer, ...more } = conditions
  const numbers = { leastPieces, uses, usesPerCustomer }
  const typed = Object.entries(numbers).map(([name, value]) => [name, value === null ? '' : String(value)])
  return {
    ...newPromotion(promotion.id),
    ...same,
    ...more,
    ...(Object.fromEntries(typed) as Record<keyof typeof numbers, string>),
    ...effectDraft(effect),
    kind: effect.kind,
    codes: codes.join('\n'),
    leastAmount: leastAmount === null ? '' : decimalDollars(leastAmount),
    without: without.items,
    withoutReduced: without.reduced,
    customers: conditions.customers.join('\n'),
    from: from === null ? '' : clockTime(from, timeZone),
    until: until === null ? '' : clockTime(until, timeZone),
  }
}

function effectDraft(effect: Effect): Partial<PromotionDraft> {
  switch (effect.kind) {
    case 'percent':
      return { percent: percentText(effect.milliPercent), items: itemsDraft(effect.items) }
    case 'amount':
      return { amount: decimalDollars(effect.amount), items: itemsDraft(effect.items) }
    case 'steps':
      return {
        steps: effect.steps.map(({ from, milliPercent }) => ({
          key: newId(),
          from: decimalDollars(from),
          percent: percentText(milliPercent),
        })),
      }
    case 'shipping':
      return {
        isAllShipping: effect.off === null,
        amount: effect.off === null ? '' : decimalDollars(cents(effect.off)),
        methods: effect.methods,
      }
    case 'buy-get':
      return {
        buy: piecesDraft(effect.buy),
        get: piecesDraft(effect.get),
        percent: percentText(effect.milliPercent),
        mostTimes: effect.mostTimes === null ? '' : String(effect.mostTimes),
      }
    case 'bundle':
      return { parts: effect.parts.map(piecesDraft), amount: decimalDollars(effect.price) }
  }
}

const percentText = (milliPercent: number) => String(milliPercent / 1_000)
const itemsDraft = ({ products, categories }: ItemChoice): ItemsDraft => ({
  isAll: products.length + categories.length === 0,
  products,
  categories,
})
const piecesDraft = ({ items, quantity }: { items: ItemChoice; quantity: number }): PiecesDraft => ({
  key: newId(),
  items: itemsDraft(items),
  quantity: String(quantity),
})

/** A draft as it is sent. What cannot be read becomes -1, which the server refuses at its field. */
export function promotionOf(draft: PromotionDraft, timeZone: string) {
  const { id, name, isPaused, trigger, partner, firstOrder, countries, combinesWith } = draft
  const optional = (typed: string, read: (text: string) => number) =>
    typed.trim() === '' ? null : read(typed)
  const time = (clock: string) => (clock === '' ? null : (epochFromClock(clock, timeZone) ?? -1))
  return {
    id,
    name,
    isPaused,
    trigger,
    codes: trigger === 'code' ? listed(draft.codes) : [],
    partner: trigger === 'code' ? partner : '',
    effect: effectOf(draft, optional),
    conditions: {
      leastAmount: optional(draft.leastAmount, centsOf),
      leastPieces: optional(draft.leastPieces, wholeOf),
      without: { items: draft.without, reduced: draft.withoutReduced },
      firstOrder,
      customers: listed(draft.customers),
      countries,
      from: time(draft.from),
      until: time(draft.until),
      uses: optional(draft.uses, wholeOf),
      usesPerCustomer: optional(draft.usesPerCustomer, wholeOf),
    },
    combinesWith,
  }
}

function effectOf(
  draft: PromotionDraft,
  optional: (typed: string, read: (text: string) => number) => number | null,
) {
  const { kind } = draft
  const milliPercent = scaled(draft.percent, 1_000)
  const items = itemsOf(draft.items)
  switch (kind) {
    case 'percent':
      return { kind, milliPercent, items }
    case 'amount':
      return { kind, amount: centsOf(draft.amount), items }
    case 'steps':
      return {
        kind,
        steps: draft.steps.map((step) => ({
          from: centsOf(step.from),
          milliPercent: scaled(step.percent, 1_000),
        })),
      }
    case 'shipping':
      return { kind, off: draft.isAllShipping ? null : centsOf(draft.amount), methods: draft.methods }
    case 'buy-get':
      return {
        kind,
        buy: piecesOf(draft.buy),
        get: piecesOf(draft.get),
        milliPercent,
        mostTimes: optional(draft.mostTimes, wholeOf),
      }
    case 'bundle':
      return { kind, parts: draft.parts.map(piecesOf), price: centsOf(draft.amount) }
  }
}

const itemsOf = ({ isAll, products, categories }: ItemsDraft) =>
  isAll ? { products: [], categories: [] } : { products, categories }
const piecesOf = ({ items, quantity }: PiecesDraft) => ({
  items: itemsOf(items),
  quantity: wholeOf(quantity),
})
const listed = (typed: string) =>
  typed
    .split(/[\n,;]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** Items that are to be chosen, and are not: as sent they would be everything. */
export function unchosenItems({ kind, items, buy, get, parts }: PromotionDraft): Record<string, string> {
  const chosen: [string, ItemsDraft][] = {
    percent: [['effect/items', items] as [string, ItemsDraft]],
    amount: [['effect/items', items] as [string, ItemsDraft]],
    steps: [],
    shipping: [],
    'buy-get': [
      ['effect/buy/items', buy.items],
      ['effect/get/items', get.items],
    ] as [string, ItemsDraft][],
    bundle: parts.map((part, at): [string, ItemsDraft] => [`effect/parts/${at}/items`, part.items]),
  }[kind]
  const missing = chosen.filter(
    ([, { isAll, products, categories }]) => !isAll && products.length + categories.length === 0,
  )
  return Object.fromEntries(missing.map(([place]) => [place, 'Choose products or categories.']))
}
