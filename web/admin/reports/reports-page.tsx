import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import inbox from '#web/admin/list/inbox.module.css'
import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import type { AnyReport } from '#web/views/sales/period-query.ts'
import PeriodForm, { figuresAddress, FiguresLinks, type PeriodChoice } from './period-form.tsx'
import styles from './reports-page.module.css'

export interface ReportsPageProps {
  frame: StaffFrameProps
  name: AnyReport
  title: string
  choice: PeriodChoice
  /** Null: it could not be loaded. Cells as shown. */
  report: {
    columns: { label: string; isText: boolean }[]
    /** The first of `count`. */
    rows: string[][]
    count: number
    total: string[] | null
  } | null
}

const ITEMS =
  'Sales are of items, without shipping and added taxes. They count when the order is paid, refunds when the money is returned.'

/** What each report counts, where its columns do not say it. */
const NOTES: Readonly<Record<AnyReport, string>> = {
  product: ITEMS,
  size: ITEMS,
  category: ITEMS,
  country: 'With shipping and tax. What was picked up or handed over counts where the shop is.',
  method: 'Returned money counts for the payment that it was paid with.',
  promotion: 'An order with two promotions counts for both.',
  refunds: 'Money that was returned in this period, whenever the order was paid.',
  statement:
    'What was charged for orders that were paid in this period, minus what was refunded in it. The difference from the orders’ totals is money that came on another day or that no order costs, such as the extra cost of a change.',
  taxes:
    'A tax counts on the day when its order was paid, as the order is now, and its refund when the money was returned. Sales are before refunds, without tax. Check with your accountant what to report.',
  'tax-return':
    'Each tax by whom it is owed to: the federal taxes of Canada to the country, others where the sale is taxed. Exempt sales are those that no tax was due on. Check with your accountant what to report.',
  stock:
    'At today’s price. Sold units are without refunded ones; days of cover: how long the stock lasts if it sells on like that; waiting: who asked to be told when it is back.',
  returns:
    'What customers asked in this period to return, without what they kept or you declined, beside what was sold in it. What it says is the reason of most units that come back, from 5 units on.',
  'gift-cards':
    'What you owe to holders of gift cards at the end of each day with a change: money owed, not income, until it is used. Check with your accountant how to report it.',
}

/** One report of a period, as a table. */
export default function ReportsPage({ frame, name, title, choice, report }: ReportsPageProps) {
  const csv = new URLSearchParams({ report: name, from: choice.from, to: choice.to })
  return (
    <StaffFrame frame={frame} title="Reports" here="/admin/overview">
      <FiguresLinks choice={choice} report={name} />
      <PeriodForm choice={choice} report={name} />
      <section className={styles.report} aria-labelledby="report">
        <div className={styles.head}>
          <h2 id="report">{title}</h2>
          {report !== null && report.rows.length > 0 && (
            <LinkButton tone="plain" href={`/api/staff/reports/csv?${csv}`} download>
              Export CSV
            </LinkButton>
          )}
        </div>
        <p className={styles.note}>{NOTES[name]}</p>
        {report === null ? (
          <ListNotLoaded what="report" href={figuresAddress(name, choice)} />
        ) : report.rows.length === 0 ? (
          <p className={inbox.empty}>There is nothing to report for these days.</p>
        ) : (
          <>
            <Table
              caption={`${title}, ${choice.from} to ${choice.to}`}
              columns={report.columns.map(({ label, isText }) => ({
                label,
                ...(!isText && { align: 'end' as const }),
              }))}
              rows={report.rows.map((cells, at) => ({ key: String(at), cells }))}
              total={report.total}
            />
            {report.count > report.rows.length && (
              <p className={styles.note}>
                These are the first {report.rows.length} of {report.count.toLocaleString('en-CA')} rows, with
                the sums of all; the CSV file has all of them.
              </p>
            )}
          </>
        )}
      </section>
    </StaffFrame>
  )
}
