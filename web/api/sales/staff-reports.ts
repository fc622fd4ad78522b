import { charging } from '#domain/charged-currency.ts'
import * as v from 'valibot'
import { decimalDollars, signedCents } from '#domain/money.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { CellKind, ReportCell } from '#domain/sales/reports.ts'
import { usualPeriod } from '#operations/orders/read-dashboard.ts'
import { readAnyReport, readFigures } from '#operations/sales/read-figures.ts'
import type { Shop } from '#operations/shop.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { csvAnswer } from '#web/http/files/csv-answer.ts'
import { problem } from '#web/http/problem.ts'
import { askedPeriod, periodEntries, REPORT_NAMES } from '#web/views/sales/period-query.ts'

const amountSchema = v.pipe(v.number(), v.integer())
const summarySchema = v.object({
  revenue: amountSchema,
  received: amountSchema,
  returned: amountSchema,
  orders: countSchema,
  average: amountSchema,
  gross: amountSchema,
  discounts: amountSchema,
  refunded: amountSchema,
  net: amountSchema,
  shipping: amountSchema,
  tax: amountSchema,
  units: countSchema,
  unitsRefunded: amountSchema,
})
const daySchema = v.object({ day: v.string(), orders: countSchema, revenue: amountSchema })
const periodSchema = v.object({ from: v.string(), to: v.string() })
const CELL_KINDS = ['text', 'count', 'money', 'percent', 'days'] as const satisfies readonly CellKind[]
const cellSchema = v.nullable(v.union([v.string(), v.number()]))
const reportSchema = v.object({
  period: periodSchema,
  columns: v.array(v.object({ label: v.string(), kind: v.picklist(CELL_KINDS) })),
  rows: v.array(v.array(cellSchema)),
  total: v.nullable(v.array(cellSchema)),
})

const DAYS =
  'Days are in the shop’s time zone, both included; the last thirty without them. Amounts are in cents, and may be negative.'
const query = v.object({ report: v.optional(v.picklist(REPORT_NAMES), 'statement'), ...periodEntries })

/** The wanted period, or the answer that refuses it. */
function periodOf(shop: Shop, asked: { from?: string | undefined; to?: string | undefined }) {
  const { period, fault } = askedPeriod(asked, usualPeriod(shop))
  if (fault === null) return period
  const errors = [{ path: '/from', message: fault }]
  return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
}

export const routes = [
  staffAction('GET /api/staff/figures', 'reports.read', {
    summary: 'The sales of a period, and of as many days before',
    detail: `${DAYS} While the period is not over, the days before end at the same time of the day.`,
    query: v.object(periodEntries),
    answers: {
      200: {
        means: 'The figures, and those of each day.',
        schema: v.object({
          period: periodSchema,
          summary: summarySchema,
          days: v.array(daySchema),
          before: v.object({ period: periodSchema, summary: summarySchema, days: v.array(daySchema) }),
        }),
      },
    },
    async run({ shop, query: asked }) {
      const period = periodOf(shop, asked)
      if (period instanceof Response) return period
      const { sales: _sales, ...figures } = await readFigures(shop, period)
      return { period, ...figures }
    },
  }),
  staffAction('GET /api/staff/reports', 'reports.read', {
    summary: 'A report of the sales, taxes, stock or returns',
    detail: DAYS,
    query,
    answers: { 200: { means: 'The table, and the sums of its columns.', schema: reportSchema } },
    async run({ shop, query: { report, ...asked } }) {
      const period = periodOf(shop, asked)
      if (period instanceof Response) return period
      const { columns, rows, total } = await readAnyReport(shop, report, period)
      return {
        period,
        columns: [...columns],
        rows: rows.map((row) => [...row]),
        total: total && [...total],
      }
    },
  }),
  staffAction('GET /api/staff/reports/csv', 'reports.read', {
    summary: 'The same report as a CSV file',
    detail: 'Amounts are in dollars. The sums are left out.',
    query,
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run({ shop, query: { report, ...asked } }) {
      const period = periodOf(shop, asked)
      if (period instanceof Response) return period
      const { columns, rows } = await readAnyReport(shop, report, period)
      return csvAnswer(
        shop,
        `${report}-${period.from}-${period.to}.csv`,
        columns.map(({ label, kind }) => (kind === 'money' ? `${label} (${charging.currency})` : label)),
        (async function* () {
          yield rows.map((row) => row.map((cell, at) => csvCell(cell, columns[at]!.kind)))
        })(),
      )
    },
  }),
]

function csvCell(cell: ReportCell, kind: CellKind): CsvCell {
  return kind === 'money' && typeof cell === 'number' ? decimalDollars(signedCents(cell)) : cell
}
