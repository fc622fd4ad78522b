import { CHOSEN_REASONS, RETURN_REASON_WORDS, type ReturnReason } from './return.ts'
import { report, type Report, type ReportCell } from '#domain/sales/reports.ts'
import type { Sales } from '#domain/sales/sales.ts'

/** Units that came back, or are to, of a size of a product, for one reason. */
export interface ReturnedUnits {
  productId: string
  name: string
  size: string
  reason: ReturnReason
  units: number
}

/** From how many units on a report says what they have in common. */
const MIN_SAID = 5

/** What is said of a piece that comes back for this reason more often than for any other. Others say nothing of it. */
const SAYS: Partial<Readonly<Record<ReturnReason, string>>> = {
  'too-small': 'Runs small',
  'too-large': 'Runs large',
  'not-as-shown': 'Looks different',
  faulty: 'Faulty',
  'wrong-item': 'Wrong item',
}

const REASONS: readonly ReturnReason[] = [...CHOSEN_REASONS, 'withdrawn']

/**
 * What customers asked to return, by product and size, beside what was sold, for which reasons, and what that says:
 * `Runs small: 31%` of the units that come back. What comes back most is first; each product before its sizes.
 */
export function returnsReport({ items }: Pick<Sales, 'items'>, returned: readonly ReturnedUnits[]): Report {
  const sold = new Map<string, number>()
  for (const { of, sums } of items)
    for (const key of [of.productId, `${of.productId} ${of.size}`])
      sold.set(key, (sold.get(key) ?? 0) + sums.units)
  const row = (name: string, size: string, key: string, own: readonly ReturnedUnits[]): ReportCell[] => {
    const all = unitsOf(own)
    const bought = sold.get(key) ?? 0
    const byReason = REASONS.map((reason) => unitsOf(own.filter((one) => one.reason === reason)))
    return [
      name,
      size,
      bought,
      all,
      bought === 0 ? null : percent(all, bought),
      saidBy(byReason),
      ...byReason,
    ]
  }
  const products = [...Map.groupBy(returned, ({ productId }) => productId)]
    .map(([productId, own]) => {
      const { name } = own.at(-1)!
      const sizes = [...Map.groupBy(own, ({ size }) => size)].map(([size, of]) =>
        row(name, size, `${productId} ${size}`, of),
      )
      return { whole: row(name, 'All sizes', productId, own), sizes: sizes.toSorted(mostFirst) }
    })
    .toSorted((one, other) => mostFirst(one.whole, other.whole))
  const { columns, total } = report(
    [
      { label: 'Product', kind: 'text' },
      { label: 'Size', kind: 'text' },
      { label: 'Sold', kind: 'count' },
      { label: 'Come back', kind: 'count' },
      { label: 'Of those sold', kind: 'percent' },
      { label: 'Says', kind: 'text' },
      ...REASONS.map((reason) => ({ label: RETURN_REASON_WORDS[reason], kind: 'count' as const })),
    ],
    products.map(({ whole }) => whole),
  )
  return { columns, rows: products.flatMap(({ whole, sizes }) => [whole, ...sizes]), total }
}

/** What most units that come back say of a piece; empty: there are too few, or they say nothing of it. */
function saidBy(byReason: readonly number[]): string {
  const all = byReason.reduce((sum, units) => sum + units, 0)
  const most = Math.max(...byReason)
  const reasons = REASONS.filter((_, at) => byReason[at] === most)
  const said = reasons.length === 1 ? SAYS[reasons[0]!] : undefined
  return all < MIN_SAID || said === undefined ? '' : `${said}: ${Math.round((most / all) * 100)}%`
}

const percent = (part: number, whole: number) => Math.round((part / whole) * 1_000) / 10

const unitsOf = (rows: readonly ReturnedUnits[]) => rows.reduce((sum, { units }) => sum + units, 0)

function mostFirst(one: readonly ReportCell[], other: readonly ReportCell[]): number {
  const [name, next] = [one, other].map((row) => `${row[0]} ${row[1]}`) as [string, string]
  return Number(other[3]) - Number(one[3]) || (name < next ? -1 : Number(name > next))
}
