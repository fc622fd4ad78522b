import * as v from 'valibot'
import { dayFilter } from '#domain/list-filter.ts'
import { formatCents } from '#domain/money.ts'
import { commonPeriods, lastQuarters, quarterName, type Period } from '#domain/sales/period.ts'
import type { CellKind, ReportCell } from '#domain/sales/reports.ts'
import { shopDay } from '#domain/shop-day.ts'
import { usualPeriod } from '#operations/orders/read-dashboard.ts'
import { readAnyReport } from '#operations/sales/read-figures.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { askedPeriod, REPORT_LABELS, REPORT_NAMES } from '#web/views/sales/period-query.ts'
import type { PeriodChoice } from './period-form.tsx'
import ReportsPage, { type ReportsPageProps } from './reports-page.tsx'

export const routes = [
  staffPage('/admin/reports', 'reports.read', 'admin/reports/reports-page', ReportsPage, loadReportsPage, [
    'report',
    'from',
    'to',
  ]),
]

/** The screen shows the first rows; a file has all of them. */
const MAX_SHOWN = 100

const reportParameter = v.fallback(v.picklist(REPORT_NAMES), 'product')

export async function loadReportsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const name = v.parse(reportParameter, request.query.get('report'))
  const { period, choice } = chosenPeriod(
    shop,
    request.query,
    name === 'taxes' || name === 'tax-return' ? lastQuarters : commonPeriods,
  )
  const report = await readAnyReport(shop, name, period).catch((error: unknown) => {
    shop.log.error('A report could not be loaded', error)
    return null
  })
  return {
    status: 200,
    head: staffHead('Reports', '/admin/reports'),
    props: {
      frame: await staffFrameProps(shop, request),
      name,
      choice,
      title: [REPORT_LABELS[name], quarterName(period)].filter(Boolean).join(', '),
      report: report && {
        columns: report.columns.map(({ label, kind }) => ({ label, isText: kind === 'text' })),
        count: report.rows.length,
        rows: report.rows
          .slice(0, MAX_SHOWN)
          .map((row) => row.map((cell, at) => cellText(cell, report.columns[at]!.kind))),
        total:
          report.total?.map((cell, at) => (cell === null ? '' : cellText(cell, report.columns[at]!.kind))) ??
          null,
      },
    } satisfies ReportsPageProps,
  }
}

/** The period in the address of a screen with figures, and what its form shows. */
export function chosenPeriod(
  shop: Pick<Shop, 'now' | 'settings'>,
  query: URLSearchParams,
  offered = commonPeriods,
  usual: Period = usualPeriod(shop),
): { period: Period; choice: PeriodChoice } {
  const { period, fault } = askedPeriod({ from: dayIn(query.get('from')), to: dayIn(query.get('to')) }, usual)
  const today = shopDay(shop.now(), shop.settings.timeZone)
  return {
    period,
    choice: {
      ...period,
      fault,
      common: offered(today).map(({ label, period: { from, to } }) => ({
        label,
        from,
        to,
        isCurrent: from === period.from && to === period.to,
      })),
    },
  }
}

function dayIn(text: string | null): string | undefined {
  return text !== null && v.is(dayFilter('').schema, text) ? text : undefined
}

const COUNT = new Intl.NumberFormat('en-CA')

/** A cell as the screen shows it. */
export function cellText(cell: ReportCell, kind: CellKind): string {
  if (cell === null) return '—'
  if (typeof cell === 'string') return cell
  switch (kind) {
    case 'money':
      return formatCents(cell)
    case 'percent':
      return `${COUNT.format(cell)}%`
    default:
      return COUNT.format(cell)
  }
}
