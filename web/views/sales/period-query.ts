import * as v from 'valibot'
import { dayFilter } from '#domain/list-filter.ts'
import { findPeriodFault, type Period } from '#domain/sales/period.ts'
import { REPORTS } from '#domain/sales/reports.ts'
import { keysOf } from '#domain/record-of.ts'

/**
 * Every report, in the order of its links. `stock`: what is there, beside what was sold. `returns`: what comes back of
 * it. `gift-cards`: what is owed.
 */
export const REPORT_LABELS = {
  ...Object.fromEntries(keysOf(REPORTS).map((name) => [name, REPORTS[name].label])),
  stock: 'Stock',
  returns: 'Returns by product',
  'gift-cards': 'Gift card balances',
} as Readonly<Record<AnyReport, string>>

export type AnyReport = keyof typeof REPORTS | 'stock' | 'returns' | 'gift-cards'

/** The names of the reports. */
export const REPORT_NAMES = keysOf(REPORT_LABELS)

const day = (label: string) => v.optional(dayFilter(label).schema)

/** The days of a period as a program gives them: both or none. */
export const periodEntries = { from: day('From'), to: day('To') }

/** The period of a request, or why it cannot be shown. Without days it is the usual one. */
export function askedPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  usual: Period,
): { period: Period; fault: string | null } {
  if (!from && !to) return { period: usual, fault: null }
  if (!from || !to) return { period: usual, fault: 'Choose the first and the last day.' }
  const fault = findPeriodFault({ from, to })
  return fault === null ? { period: { from, to }, fault } : { period: usual, fault }
}
