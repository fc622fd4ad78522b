import OverRefundedNotice, { type OverRefundedView } from '#web/admin/over-refunded-notice.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { PublishedVersion } from '#providers/updates/published-versions.ts'
import StartNotice from '#web/admin/start/start-notice.tsx'
import TaxNotice from '#web/admin/taxes/tax-notice.tsx'
import Notice from '#web/ui/notice.tsx'
import PeriodForm, {
  figuresAddress,
  FiguresLinks,
  type PeriodChoice,
} from '#web/admin/reports/period-form.tsx'
import BestSellers from './best-sellers.tsx'
import DailyRevenue, { type DayOfSales } from './daily-revenue.tsx'
import FailedMails, { type FailedMail } from './failed-mails.tsx'
import WaitingMails from './waiting-mails.tsx'
import WaitingWork, { type WaitingItem } from './waiting-work.tsx'
import styles from './dashboard-page.module.css'

/** A figure as shown. `before`: what it was in the period before, and how much it changed. */
export interface FigureView {
  label: string
  value: string
  before: string
  isMain: boolean
}

export interface DashboardPageProps {
  frame: StaffFrameProps
  choice: PeriodChoice
  overRefunded: OverRefundedView[]
  /** Owners see a notice while the shop still charges 2 %. */
  hasStartingTax: boolean
  /** Owners see how many steps are left before the shop is theirs. */
  stepsLeft: number
  /** Owners see it; null: none is known. */
  newerVersion: PublishedVersion | null
  /** Null: it could not be loaded. */
  overview: {
    waiting: WaitingItem[]
    figures: FigureView[]
    days: DayOfSales[]
    unit: string
    mailService: { outage: { waiting: number; since: string; failure: string } | null; bounced: number }
    failedMails: { total: number; shown: FailedMail[] }
    bestSellers: { productId: string; name: string; units: number }[]
    /** Sold-out products, then those with low stock. */
    shelf: { id: string; name: string; href: string | null; left: string }[]
  } | null
}

/** What waits for staff, and the sales of a period beside those of the period before. */
export default function DashboardPage(props: DashboardPageProps) {
  const { frame, choice, overRefunded, hasStartingTax, stepsLeft, newerVersion, overview } = props
  return (
    <StaffFrame frame={frame} title="Overview" here="/admin/overview">
      <OverRefundedNotice orders={overRefunded} />
      <StartNotice left={stepsLeft} />
      <TaxNotice isShown={hasStartingTax} />
      {newerVersion && (
        <Notice>
          <p>
            <strong>Version {newerVersion.version} of the shop is available.</strong>{' '}
            {newerVersion.news !== null && <a href={newerVersion.news}>What is new</a>}
          </p>
        </Notice>
      )}
      {overview === null ? (
        <p role="alert" className={styles.failed}>
          The overview could not be loaded. Reload the page to try again.
        </p>
      ) : (
        <>
          <WaitingWork items={overview.waiting} />
          <WaitingMails {...overview.mailService} />
          <FailedMails {...overview.failedMails} />
          <FiguresLinks choice={choice} report={null} />
          <PeriodForm choice={choice} report={null} />
          <section aria-label="Sales" className={styles.figures}>
            <dl>
              {overview.figures.map(({ label, value, before, isMain }) => (
                <div key={label} className={isMain ? styles.main : undefined}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                  <dd className={styles.before}>{before}</dd>
                </div>
              ))}
            </dl>
          </section>
          <p className={styles.quiet}>
            Revenue is what was paid minus what was refunded. Orders and their average are before refunds; net
            sales are of items after them, without shipping and added taxes.{' '}
            <a href={figuresAddress('statement', choice)}>How revenue adds up</a>
          </p>
          <DailyRevenue days={overview.days} unit={overview.unit} />
          <div className={styles.columns}>
            <BestSellers products={overview.bestSellers} />
            <section className={styles.section} aria-labelledby="shelf">
              <h2 id="shelf">Running low</h2>
              {overview.shelf.length === 0 ? (
                <p className={styles.quiet}>Nothing is running low.</p>
              ) : (
                <ul className={styles.shelf}>
                  {overview.shelf.map(({ id, name, href, left }) => (
                    <li key={id}>
                      {href === null ? <span>{name}</span> : <a href={href}>{name}</a>}
                      <span className={left === 'Sold out' ? styles.bad : undefined}>{left}</span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          </div>
        </>
      )}
    </StaffFrame>
  )
}
