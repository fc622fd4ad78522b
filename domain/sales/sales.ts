import type { OrderId, ProductId } from '#domain/ids.ts'
import { cents, signedCents, type SignedCents } from '#domain/money.ts'
import { belongsToItems, rulesOf, type Adjustment } from '#domain/orders/order-total.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import type { UnitShare } from '#domain/orders/unit-shares.ts'
import type { Place } from '#domain/places/place.ts'
import { regionsOf } from '#domain/places/regions.ts'
import { taxedShipping } from '#domain/checkout/taxes/price-taxes.ts'
import { orderParts } from '#domain/refunds/order-parts.ts'
import { divideRefunds, type OrderToDivide } from '#domain/refunds/divide-refunds.ts'
import { refundedParts, type RefundPart } from '#domain/refunds/refunded-units.ts'
import { groupShares } from '#domain/refunds/refund-shares.ts'
import type { Refund, RefundSource } from '#domain/refunds/refund.ts'
import { shareAmong } from '#domain/share-among.ts'

/** A day in UTC. */
export const DAY_MS = 86_400_000
/** Everything is counted in slots of a quarter of an hour: in every time zone, days begin at a multiple of it. */
export const SLOT_MS = 15 * 60_000

/** What was paid or returned within one slot, but for gift cards. `orders` is 0 for balances and for returned money. */
export interface SlotOfSales {
  slot: number
  orders: number
  /** Negative when more was corrected than returned. */
  cents: SignedCents
}

/** What the sales are of, and the sums of it. */
interface Row<Of extends object, Sums extends Record<keyof Sums, number>> {
  of: Of
  sums: Sums
}

/** A size of a product, in the category that it was sold in. */
export interface SoldSize {
  productId: ProductId
  name: string
  size: string
  category: string
}

/**
 * What an amount of the sales is: a part of what orders cost, or `beyond` it. A `gift-card` that was sold is money
 * owed: no sale, and in no sum of them.
 */
export interface AmountKey extends Place {
  kind: 'gift-card' | 'items' | 'price-change' | 'discount' | 'shipping' | 'duty' | 'tax' | 'beyond'
  /** Of a tax: its name (empty: the shop's word), rate in thousandths of a percent, and whether prices contain it. */
  tax: { name: string; kind: string; milliPercent: number; contained: boolean } | null
}

/**
 * The sales of a period, in cents. Orders count when they are paid, with what they cost now; balances when they are
 * received; refunds when the money is returned. docs/wings/figures.md defines each figure.
 */
export interface Sales {
  paid: readonly SlotOfSales[]
  returned: readonly SlotOfSales[]
  /** `gross`: price by quantity. `changes`: price changes and discounts, negative. `refunded`: without tax. */
  items: readonly Row<
    SoldSize,
    { units: number; gross: number; changes: number; refundedUnits: number; refunded: number }
  >[]
  /** `taxed`: of a tax, what it was charged on. What is not contained adds up to the money. */
  amounts: readonly Row<AmountKey, { charged: number; refunded: number; taxed: number }>[]
  /** Of each place, the orders and their sales of items and shipping without tax. `exempt`: what no tax was due on. */
  places: readonly Row<Place, { orders: number; sales: number; exempt: number }>[]
  methods: readonly Row<{ gateway: string }, { received: number; returned: number }>[]
  /** `items`, `shipping`: what a promotion took off, negative. `charged`: what its orders cost. */
  promotions: readonly Row<
    { name: string },
    { orders: number; items: number; shipping: number; charged: number }
  >[]
  returns: readonly Row<
    { source: RefundSource | 'correction' },
    { refunds: number; units: number; amount: number }
  >[]
}

/** No sales. */
export const NO_SALES: Sales = {
  paid: [],
  returned: [],
  items: [],
  amounts: [],
  places: [],
  methods: [],
  promotions: [],
  returns: [],
}

/** The sum of sales that do not overlap: each thing once. */
export function sumOfSales(parts: readonly Sales[]): Sales {
  const all = <K extends keyof Sales>(key: K) => parts.flatMap((part) => part[key] as Sales[K][number][])
  return {
    paid: sumSlots(all('paid')),
    returned: sumSlots(all('returned')),
    items: sumRows(all('items')),
    amounts: sumRows(all('amounts')),
    places: sumRows(all('places')),
    methods: sumRows(all('methods')),
    promotions: sumRows(all('promotions')),
    returns: sumRows(all('returns')),
  }
}

/** Balances stay apart from orders, whose average leaves them out. */
function sumSlots(slots: readonly SlotOfSales[]): SlotOfSales[] {
  const rows = slots.map(({ slot, orders, cents: amount }) => ({
    of: { slot, isOfOrders: orders > 0 },
    sums: { orders, amount },
  }))
  return sumRows(rows).map(({ of: { slot }, sums: { orders, amount } }) => ({
    slot,
    orders,
    cents: signedCents(amount),
  }))
}

/** The rows with those of the same thing added up, in the order in which each comes first. */
export function sumRows<Of extends object, Sums extends Record<keyof Sums, number>>(
  rows: readonly Row<Of, Sums>[],
): Row<Of, Sums>[] {
  const known = new Map<string, Row<Of, Sums>>()
  for (const { of, sums } of rows) {
    const key = JSON.stringify(of)
    const own = known.get(key)
    if (own === undefined) known.set(key, { of, sums: { ...sums } })
    else for (const name of Object.keys(sums) as (keyof Sums)[]) (own.sums[name] as number) += sums[name]
  }
  return [...known.values()]
}

/** A line as it was sold: `category` may be today's for orders of earlier versions. */
export type SoldLine = Pick<
  OrderLine,
  'productId' | 'name' | 'size' | 'unitPrice' | 'quantity' | 'taxFree' | 'giftCard'
> & {
  category: string
}

/** A paid order. `shares`: at least those of its price changes and discounts. */
export interface SoldOrder {
  id: OrderId
  paidAt: number
  place: Place
  total: number
  lines: readonly SoldLine[]
  adjustments: readonly Adjustment[]
  shares: readonly UnitShare[]
  /** What was received when it was paid. */
  received: readonly { gateway: string; amount: number }[]
}

/** The sales of an order on the day that it was paid. */
export function salesOfOrder(order: SoldOrder): Sales {
  const { paidAt, place, total, lines, adjustments, shares, received } = order
  const changes = lines.map(() => 0)
  const ofShipping = adjustments.map(() => 0)
  for (const { position, adjustment, amount } of shares) {
    if (adjustment === null || !belongsToItems(adjustments[adjustment]!)) continue
    if (position === null) ofShipping[adjustment]! += amount
    else changes[position]! += amount
  }
  const gross = lines.map(({ unitPrice, quantity }) => unitPrice * quantity)
  const amounts: Sales['amounts'][number][] = []
  const charge = (
    kind: AmountKey['kind'],
    charged: number,
    more: { tax?: AmountKey['tax']; taxed?: number } = {},
  ) => {
    const { tax = null, taxed = 0 } = more
    if (charged !== 0 || taxed !== 0)
      amounts.push({ of: { ...place, kind, tax }, sums: { charged, refunded: 0, taxed } })
  }
  const ofCards = sum(lines.map(({ giftCard }, at) => (giftCard ? gross[at]! : 0)))
  charge('gift-card', ofCards)
  charge('items', sum(gross) - ofCards)
  for (const [at, one] of adjustments.entries()) {
    const { part } = rulesOf(one.kind)
    if (part === 'items') {
      charge(one.kind === 'discount' ? 'discount' : 'price-change', one.amount - ofShipping[at]!)
      charge('shipping', ofShipping[at]!)
    } else if (part !== 'tax') charge(part, one.amount)
  }
  const chargedOf = (kinds: readonly AmountKey['kind'][]) =>
    sum(amounts.flatMap(({ of, sums }) => (kinds.includes(of.kind) ? [sums.charged] : [])))
  const goods = chargedOf(['items', 'price-change', 'discount'])
  const shipping = chargedOf(['shipping'])
  const taxes = adjustments.filter(({ kind }) => kind === 'tax')
  const isSale = ({ giftCard }: SoldLine) => giftCard !== true
  const isFree = ({ taxFree }: SoldLine) => taxes.length === 0 || taxFree === true
  const taxedGoods =
    goods - sum(lines.map((line, at) => (isSale(line) && isFree(line) ? gross[at]! + changes[at]! : 0)))
  const isAnyTaxed = lines.some((line) => isSale(line) && !isFree(line))
  const contained = sum(taxes.map(({ tax }) => tax?.contained ?? 0))
  const taxed = taxes.map(({ tax }) => {
    const isOnShipping = shipping > 0 && (tax?.ofShipping ?? 0) > 0
    return (
      taxedGoods +
      (isOnShipping ? taxedShipping(cents(shipping), taxedGoods, goods, isAnyTaxed) : 0) -
      contained
    )
  })
  for (const [at, one] of taxes.entries())
    charge('tax', one.amount + (one.tax?.contained ?? 0), { tax: taxKey(one), taxed: taxed[at]! })
  const money = sum(received.map(({ amount }) => amount))
  charge('beyond', money - total)
  const sales = goods + shipping - contained
  const orders = received.length > 0 ? 1 : 0
  return {
    ...NO_SALES,
    paid: [{ slot: Math.floor(paidAt / SLOT_MS), orders, cents: signedCents(money - ofCards) }],
    items: lines.flatMap((line, at) => {
      if (!isSale(line)) return []
      const sums = { units: line.quantity, gross: gross[at]!, changes: changes[at]! }
      return [{ of: sizeOf(line), sums: { ...sums, refundedUnits: 0, refunded: 0 } }]
    }),
    amounts,
    places: [{ of: place, sums: { orders, sales, exempt: sales - Math.max(0, ...taxed) } }],
    methods: received.map(({ gateway, amount }) => ({
      of: { gateway },
      sums: { received: amount, returned: 0 },
    })),
    promotions: promotionsOf(order, total - ofCards),
  }
}

function promotionsOf({ adjustments }: SoldOrder, charged: number): Sales['promotions'] {
  const given = adjustments.filter(({ kind }) => kind === 'discount' || kind === 'shipping-discount')
  return sumRows(
    given.map(({ kind, label, amount }) => ({
      of: { name: label.name ?? '' },
      sums: kind === 'discount' ? { items: amount, shipping: 0 } : { items: 0, shipping: amount },
    })),
  ).map(({ of, sums }) => ({ of, sums: { orders: 1, ...sums, charged } }))
}

/** The sales of a balance that was received for a changed order, which counts as it costs now when it was paid. */
export function salesOfBalance(balance: {
  at: number
  place: Place
  gateway: string
  amount: number
}): Sales {
  const { at, place, gateway, amount } = balance
  return {
    ...NO_SALES,
    paid: [{ slot: Math.floor(at / SLOT_MS), orders: 0, cents: signedCents(amount) }],
    amounts: [
      { of: { ...place, kind: 'beyond', tax: null }, sums: { charged: amount, refunded: 0, taxed: 0 } },
    ],
    methods: [{ of: { gateway }, sums: { received: amount, returned: 0 } }],
  }
}

/** A row of `refunds` whose money was returned, or a correction. `amount` is negative when it takes back a refund. */
export interface ReturnedMoney extends Pick<Refund, 'id'> {
  at: number
  amount: number
  isCorrection: boolean
  source: RefundSource
  gateway: string
}

/** A paid order with all of its refunds, after corrections, and what they were for. */
export interface RefundedOrder extends OrderToDivide {
  place: Place
  lines: readonly (OrderLine & { category: string })[]
  refunds: readonly Refund[]
  parts: readonly RefundPart[]
}

/**
 * The sales of money that was returned for one order. What a correction took back of a refund is `beyond` on both days;
 * the rest divides as on the order's page.
 */
export function salesOfReturned(order: RefundedOrder, returned: readonly ReturnedMoney[]): Sales {
  const { place, lines, adjustments, refunds, parts } = order
  const { splits, remaining } = divideRefunds(order, refunds, parts)
  const taxes = adjustments.filter(({ kind }) => kind === 'tax')
  const partsOf = Map.groupBy(
    parts.filter(({ isCounted }) => isCounted),
    ({ refundId }) => refundId,
  )
  const groups = [...groupShares(refunds)].map(([id, rows]) => ({
    rows: rows.filter((row) => splits.has(row.id)),
    parts: partsOf.get(id) ?? [],
  }))
  const whole = orderParts(order)[0]!
  const costs = whole.lines.map((sums) => sums.at(-1)!)
  const isAllReturned = remaining.parts.every(({ left }) => left <= 0)
  const last = groups.findLast((group) => group.parts.length === 0 && group.rows.length > 0)
  const chosen = refundedParts(parts).units
  return sumOfSales(
    returned.map(({ id, at, amount, isCorrection, source, gateway }) => {
      const split = isCorrection ? [] : (splits.get(id) ?? [])
      const group = groups.find(({ rows }) => rows.some((row) => row.id === id))
      const own = group?.parts ?? []
      const isFirst = group?.rows[0]?.id === id && !isCorrection
      // The refund that returned the rest of the money, without naming units, was of all that were left.
      const isOfRest = isAllReturned && group !== undefined && group === last
      const units = lines.map(({ quantity }, position) => {
        if (!isFirst) return 0
        if (isOfRest) return Math.max(0, quantity - (chosen.get(position)?.length ?? 0))
        return sum(own.flatMap((part) => (part.position === position ? [part.quantity] : [])))
      })
      const amounts: Sales['amounts'][number][] = []
      const refund = (kind: AmountKey['kind'], refunded: number, tax: AmountKey['tax'] = null) => {
        if (refunded !== 0)
          amounts.push({ of: { ...place, kind, tax }, sums: { charged: 0, refunded, taxed: 0 } })
      }
      const ofItems = split.find(({ kind }) => kind === 'items')?.amount ?? 0
      const kept = own.length === 0 ? null : orderParts(order, refundedParts(own))[0]!
      const bases = costs.map((cost, position) =>
        kept === null ? cost : cost - kept.lines[position]!.at(-1)!,
      )
      const byLine = shareAmong(sum(bases) > 0 ? bases : costs, ofItems)
      const ofCards = sum(lines.map(({ giftCard }, position) => (giftCard ? byLine[position]! : 0)))
      refund('gift-card', ofCards)
      let nextTax = 0
      for (const part of split)
        if (part.kind === 'tax') refund('tax', part.amount, taxKey(taxes[nextTax++]!))
        else if (part.kind === 'items') refund('items', ofItems - ofCards)
        else if (part.kind !== 'beyond') refund(part.kind, part.amount)
      const divided = sum(amounts.map(({ of, sums }) => (of.tax?.contained === true ? 0 : sums.refunded)))
      refund('beyond', amount - divided)
      return {
        ...NO_SALES,
        returned: [{ slot: Math.floor(at / SLOT_MS), orders: 0, cents: signedCents(amount - ofCards) }],
        items: lines.flatMap((line, position) => {
          const [refundedUnits, refunded] = [units[position]!, byLine[position]!]
          if (line.giftCard || (refundedUnits === 0 && refunded === 0)) return []
          return [{ of: sizeOf(line), sums: { units: 0, gross: 0, changes: 0, refundedUnits, refunded } }]
        }),
        amounts,
        methods: [{ of: { gateway }, sums: { received: 0, returned: amount } }],
        returns: [
          {
            of: { source: isCorrection ? 'correction' : source } as const,
            sums: { refunds: 1, units: sum(units), amount },
          },
        ],
      }
    }),
  )
}

/**
 * Where the sale of an order is taxed, and so what it counts for: where it was sent; what was picked up or handed over,
 * where the shop is. A region counts only in countries that have a list of them.
 */
export function placeOfSale({ delivery, country, region }: Place & { delivery: string }, home: Place): Place {
  const place = delivery === 'ship' && country !== '' ? { country, region } : home
  return { country: place.country, region: regionsOf(place.country) === null ? '' : place.region }
}

function taxKey({ label, tax }: Adjustment): NonNullable<AmountKey['tax']> {
  return {
    name: label.name ?? '',
    kind: tax?.kind ?? 'other',
    milliPercent: tax?.milliPercent ?? label.milliPercent ?? 0,
    contained: (tax?.contained ?? 0) > 0,
  }
}

function sizeOf({ productId, name, size, category }: SoldLine): SoldSize {
  return { productId, name, size, category }
}

function sum(all: readonly number[]): number {
  return all.reduce((so, one) => so + one, 0)
}
