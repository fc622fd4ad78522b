import { findCountry } from '#domain/places/countries.ts'
import { keysOf } from '#domain/record-of.ts'
import type { RefundSource } from '#domain/refunds/refund.ts'
import type { GiftCardEntryKind } from '#domain/gift-cards/gift-card.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { sumRows, type AmountKey, type Sales } from './sales.ts'

/** The figures of a period, in cents. docs/wings/figures.md defines each. */
export interface SalesSummary {
  /** Received minus returned. */
  revenue: number
  received: number
  returned: number
  orders: number
  /** Of what was received when orders were paid, before refunds. */
  average: number
  /** Price by quantity of what was sold. */
  gross: number
  /** Price changes and discounts, negative. */
  discounts: number
  /** Of items: without their tax. */
  refunded: number
  net: number
  shipping: number
  /** After refunds, and with what prices contain. */
  tax: number
  units: number
  unitsRefunded: number
}

/** What a cell of a report is: how a screen writes it. */
export type CellKind = 'text' | 'count' | 'money' | 'percent' | 'days'

/** A table of figures. A cell of money is in cents. `total`: of the columns that add up. */
export interface Report {
  columns: readonly { label: string; kind: CellKind }[]
  rows: readonly (readonly ReportCell[])[]
  total: readonly ReportCell[] | null
}

/** Null: there is no such figure. */
export type ReportCell = string | number | null

/** The figures of a period. */
export function summaryOf(sales: Sales): SalesSummary {
  const of = (kinds: readonly AmountKey['kind'][], which: 'charged' | 'refunded') =>
    sum(sales.amounts.filter(({ of: { kind } }) => kinds.includes(kind)).map(({ sums }) => sums[which]))
  const received = sum(sales.paid.map(({ cents }) => cents))
  const returned = sum(sales.returned.map(({ cents }) => cents))
  const orders = sum(sales.paid.map((slot) => slot.orders))
  const placed = sum(sales.paid.map((slot) => (slot.orders > 0 ? slot.cents : 0)))
  const [gross, discounts] = [of(['items'], 'charged'), of(['price-change', 'discount'], 'charged')]
  const refunded = of(['items'], 'refunded')
  return {
    revenue: received - returned,
    received,
    returned,
    orders,
    average: orders === 0 ? 0 : Math.round(placed / orders),
    gross,
    discounts,
    refunded,
    net: gross + discounts - refunded,
    shipping: of(['shipping'], 'charged') - of(['shipping'], 'refunded'),
    tax: of(['tax'], 'charged') - of(['tax'], 'refunded'),
    units: sum(sales.items.map(({ sums }) => sums.units)),
    unitsRefunded: sum(sales.items.map(({ sums }) => sums.refundedUnits)),
  }
}

const PART_WORDS: Readonly<Record<Exclude<AmountKey['kind'], 'tax' | 'gift-card'>, string>> = {
  items: 'Items',
  'price-change': 'Price changes',
  discount: 'Discounts',
  shipping: 'Shipping',
  duty: 'Import duty',
  beyond: 'Difference from the orders’ totals',
}

/** What was charged, refunded and is left of each part: it adds up to the money. */
function statement({ amounts }: Sales): Report {
  const money = sumRows(
    amounts
      .filter(({ of: { tax } }) => tax?.contained !== true)
      .map(({ of: { kind, tax }, sums: { charged, refunded } }) => ({
        of: { kind, name: tax === null ? '' : taxName(tax) },
        sums: { charged, refunded },
      })),
  )
  const order = [...keysOf(PART_WORDS).slice(0, -1), 'tax', 'beyond'] as const
  return report(
    [text('Part'), MONEY.charged, MONEY.refunded, MONEY.net],
    order.flatMap((kind) =>
      money
        .filter((row) => row.of.kind === kind)
        .toSorted((a, b) => compare(a.of.name, b.of.name))
        .map(({ of, sums: { charged, refunded } }) => [
          kind === 'tax' ? of.name : PART_WORDS[kind],
          charged,
          refunded,
          charged - refunded,
        ]),
    ),
    'Revenue',
  )
}

type ItemRow = Sales['items'][number]

/** The items sold, by something about them: the best first. */
const itemsBy =
  (label: string, nameOf: (of: ItemRow['of']) => { key: string; name: string }) =>
  ({ items }: Sales): Report => {
    const names = new Map<string, string>()
    const rows = sumRows(
      items.map(({ of, sums }) => {
        const { key, name } = nameOf(of)
        if (name > (names.get(key) ?? '')) names.set(key, name)
        return { of: { key }, sums }
      }),
    )
    return report(
      [
        text(label),
        count('Sold'),
        count('Units back'),
        MONEY.gross,
        MONEY.discounts,
        MONEY.refunded,
        MONEY.sales,
      ],
      rows
        .map(({ of, sums: { units, refundedUnits, gross, changes, refunded } }) => [
          names.get(of.key) || 'Unknown',
          units,
          refundedUnits,
          gross,
          changes,
          refunded,
          gross + changes - refunded,
        ])
        .toSorted((a, b) => Number(b[6]) - Number(a[6]) || compare(String(a[0]), String(b[0]))),
    )
  }

function byCountry({ places, amounts }: Sales): Report {
  const rows = sumRows([
    ...places.map(({ of: { country }, sums: { orders } }) => ({
      of: { country },
      sums: { orders, charged: 0, refunded: 0 },
    })),
    ...amounts
      .filter(({ of: { kind, tax } }) => kind !== 'gift-card' && tax?.contained !== true)
      .map(({ of: { country }, sums: { charged, refunded } }) => ({
        of: { country },
        sums: { orders: 0, charged, refunded },
      })),
  ])
  return report(
    [text('Country'), count('Orders'), MONEY.received, MONEY.returned, MONEY.revenue],
    byLast(
      rows.map(({ of, sums: { orders, charged, refunded } }) => [
        findCountry(of.country)?.name ?? of.country,
        orders,
        charged,
        refunded,
        charged - refunded,
      ]),
    ),
  )
}

/** What gift cards were sold for is deducted: it is revenue once they pay. */
function byMethod({ methods, amounts }: Sales): Report {
  const cards = amounts.filter(({ of: { kind } }) => kind === 'gift-card').map(({ sums }) => sums)
  const sold = {
    received: sum(cards.map(({ charged }) => -charged)),
    returned: sum(cards.map(({ refunded }) => -refunded)),
  }
  return report(
    [text('Payment method'), MONEY.received, MONEY.returned, MONEY.revenue],
    byLast(
      [...methods, ...(cards.length > 0 ? [{ of: { gateway: 'Gift cards sold' }, sums: sold }] : [])].map(
        ({ of, sums: { received, returned } }) => [of.gateway, received, returned, received - returned],
      ),
    ),
  )
}

function byPromotion({ promotions }: Sales): Report {
  return report(
    [
      text('Promotion'),
      count('Orders'),
      money('Off items'),
      money('Off shipping'),
      { ...money('Total of these orders'), isSummed: false },
    ],
    byLast(
      promotions.map(({ of, sums: { orders, items, shipping, charged } }) => [
        of.name,
        orders,
        items,
        shipping,
        charged,
      ]),
    ),
  )
}

const SOURCE_WORDS: Readonly<Record<RefundSource | 'correction', string>> = {
  staff: 'Refunded by staff',
  cancellation: 'Order cancelled',
  'late-payment': 'Payment came too late',
  'by-hand': 'Returned by hand',
  'gift-card': 'Returned to gift cards',
  'store-credit': 'Returned as store credit',
  gateway: 'Refunded at the payment provider',
  dispute: 'Dispute lost',
  correction: 'Came back to the shop',
}

function returns({ returns: rows }: Sales): Report {
  return report(
    [text('Reason'), count('Refunds'), count('Units'), MONEY.returned],
    byLast(
      rows.map(({ of, sums: { refunds, units, amount } }) => [
        SOURCE_WORDS[of.source],
        refunds,
        units,
        amount,
      ]),
    ),
  )
}

/**
 * Each tax of each place: what it was charged on, charged, refunded and left; and what no tax was due on. `ofReturn`:
 * by whom it is owed to, and what was exempt by country.
 */
const taxesBy =
  (ofReturn: boolean) =>
  ({ amounts, places }: Sales): Report => {
    const charged = sumRows(
      amounts
        .filter(({ of: { tax } }) => tax !== null)
        .map(({ of: { country, region, tax }, sums }) => ({
          of: {
            place: placeName({ country, region: ofReturn && isFederal(tax) ? '' : region }),
            name: taxName(tax!),
          },
          sums: { ...sums, exempt: 0 },
        })),
    )
    const exempt = sumRows(
      places
        .filter(({ sums }) => sums.exempt !== 0)
        .map(({ of, sums }) => ({
          of: { place: placeName(ofReturn ? { ...of, region: '' } : of), name: 'No tax' },
          sums: { charged: 0, refunded: 0, taxed: 0, exempt: sums.exempt },
        })),
    )
    return report(
      [
        text(ofReturn ? 'Owed in' : 'Taxed in'),
        text('Tax'),
        { ...money('Taxed sales'), isSummed: false },
        money('Exempt sales'),
        MONEY.charged,
        MONEY.refunded,
        MONEY.net,
      ],
      [...charged, ...exempt]
        .toSorted(
          (a, b) =>
            compare(a.of.place, b.of.place) ||
            Number(a.of.name === 'No tax') - Number(b.of.name === 'No tax') ||
            compare(a.of.name, b.of.name),
        )
        .map(({ of, sums }) => [
          of.place,
          of.name,
          sums.taxed,
          sums.exempt,
          sums.charged,
          sums.refunded,
          sums.charged - sums.refunded,
        ]),
    )
  }

/** What is in stock of a size; of a product that has no counts by size, of the whole. Null: not counted. */
export interface OnHand {
  productId: string
  name: string
  size: string | null
  stock: number | null
  price: number
}

/** How many customers asked to be told when a size is back. */
export interface AwaitedSize {
  topic: { productId: string; size: string }
  waiting: number
}

/**
 * What is in stock, at its price, for how many days it lasts if it sells on as in the last `days`, and how many wait
 * for it.
 */
export function stockReport(
  { items }: Sales,
  onHand: readonly OnHand[],
  days: number,
  awaited: readonly AwaitedSize[] = [],
): Report {
  const sold = new Map<string, number>()
  for (const { of, sums } of items)
    for (const key of [`${of.productId} ${of.size}`, of.productId])
      sold.set(key, (sold.get(key) ?? 0) + sums.units - sums.refundedUnits)
  return report(
    [
      text('Product'),
      text('Size'),
      count('In stock'),
      money('Worth'),
      count('Sold'),
      { label: 'Sell-through', kind: 'percent' },
      { label: 'Days of cover', kind: 'days' },
      count('Waiting'),
    ],
    onHand
      .map(({ productId, name, size, stock, price }): ReportCell[] => {
        const units = Math.max(0, sold.get(size === null ? productId : `${productId} ${size}`) ?? 0)
        const all = units + (stock ?? 0)
        return [
          name,
          size ?? 'All sizes',
          stock,
          stock === null ? null : stock * price,
          units,
          stock === null || all === 0 ? null : Math.round((units / all) * 1_000) / 10,
          stock === null || units === 0 ? null : Math.round((stock * days) / units),
          sum(
            awaited
              .filter(({ topic }) => topic.productId === productId && (size === null || topic.size === size))
              .map(({ waiting }) => waiting),
          ),
        ]
      })
      .toSorted((a, b) => Number(a[6] ?? Infinity) - Number(b[6] ?? Infinity)),
  )
}

/** Entries of gift cards and store credit on a day, of one kind, in cents. */
export interface DayOfGiftCards {
  day: ShopDay
  kind: GiftCardEntryKind
  amount: number
}

/**
 * What gift cards and store credit came to, by day, and what the shop owed at its end. `owed`: before the first day.
 * Days without a change are left out.
 */
export function giftCardReport(days: readonly DayOfGiftCards[], owed: number): Report {
  const kinds = keysOf(GIFT_CARD_COLUMNS)
  let balance = owed
  const rows = [...Map.groupBy(days, ({ day }) => day)]
    .toSorted(([one], [other]) => compare(one, other))
    .map(([day, own]): ReportCell[] => {
      const sums = kinds.map((wanted) =>
        sum(own.filter(({ kind }) => kind === wanted).map(({ amount }) => amount)),
      )
      balance += sum(sums)
      return [day, ...sums, balance]
    })
  const columns = [...kinds.map((kind) => money(GIFT_CARD_COLUMNS[kind])), money('Owed')]
  const total = kinds.map((_, at) => sum(rows.map((row) => Number(row[at + 1]))))
  const isEmpty = rows.length === 0 && owed === 0
  return {
    columns: [text('Day'), ...columns],
    rows,
    total: isEmpty ? null : ['Total', ...total, balance],
  }
}

const GIFT_CARD_COLUMNS: Readonly<Record<GiftCardEntryKind, string>> = {
  issue: 'Issued',
  debit: 'Paid with',
  'credit-back': 'Given back',
  refund: 'Refunded to',
  adjust: 'Adjusted',
  void: 'Ended',
}

/** The reports of a period's sales, by their name in addresses. */
export const REPORTS = {
  product: { label: 'Product', of: itemsBy('Product', ({ productId, name }) => ({ key: productId, name })) },
  size: { label: 'Size', of: itemsBy('Size', ({ size }) => ({ key: size, name: size })) },
  category: {
    label: 'Category',
    of: itemsBy('Category', ({ category }) => ({ key: category, name: category })),
  },
  country: { label: 'Country', of: byCountry },
  method: { label: 'Payment method', of: byMethod },
  promotion: { label: 'Promotion', of: byPromotion },
  refunds: { label: 'Refunds', of: returns },
  statement: { label: 'Revenue', of: statement },
  taxes: { label: 'Taxes', of: taxesBy(false) },
  'tax-return': { label: 'Tax return', of: taxesBy(true) },
} as const satisfies Record<string, { label: string; of: (sales: Sales) => Report }>

/** The name of a report. */
export type ReportName = keyof typeof REPORTS

interface Column {
  label: string
  kind: CellKind
  isSummed?: boolean
}

const text = (label: string): Column => ({ label, kind: 'text' })
const count = (label: string): Column => ({ label, kind: 'count' })
const money = (label: string): Column => ({ label, kind: 'money' })

const MONEY = {
  charged: money('Charged'),
  refunded: money('Refunded'),
  net: money('Net'),
  gross: money('Gross sales'),
  discounts: money('Discounts'),
  sales: money('Net sales'),
  received: money('Received'),
  returned: money('Returned'),
  revenue: money('Revenue'),
} as const

/** A report with the sum of each column that adds up. */
export function report(
  columns: readonly Column[],
  rows: readonly (readonly ReportCell[])[],
  totalLabel = 'Total',
): Report {
  const total = columns.map(({ kind, isSummed = true }, at) => {
    if (at === 0) return totalLabel
    const isSum = isSummed && (kind === 'count' || kind === 'money')
    return isSum ? sum(rows.map((row) => Number(row[at] ?? 0))) : null
  })
  return {
    columns: columns.map(({ label, kind }) => ({ label, kind })),
    rows,
    total: rows.length === 0 ? null : total,
  }
}

function byLast(rows: (readonly ReportCell[])[]): (readonly ReportCell[])[] {
  return rows.toSorted((a, b) => Number(b.at(-1)) - Number(a.at(-1)) || compare(String(a[0]), String(b[0])))
}

function placeName({ country, region }: { country: string; region: string }): string {
  return [region, findCountry(country)?.name ?? country].filter(Boolean).join(', ')
}

function taxName({ name, milliPercent, contained }: NonNullable<AmountKey['tax']>): string {
  const rate = milliPercent === 0 ? '' : ` (${milliPercent / 1_000}%)`
  return `${name || 'Tax'}${rate}${contained ? ', in prices' : ''}`
}

/** To whom a tax is owed, by its name: the federal taxes of Canada to the country, others to the place of the sale. */
export function taxOwedTo({ country, region, tax }: AmountKey): string {
  return `${tax?.name || 'Tax'}, ${placeName({ country, region: isFederal(tax) ? '' : region })}`
}

function isFederal(tax: AmountKey['tax']): boolean {
  return tax?.kind === 'gst' || tax?.kind === 'hst'
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function sum(all: readonly number[]): number {
  return all.reduce((so, one) => so + one, 0)
}
