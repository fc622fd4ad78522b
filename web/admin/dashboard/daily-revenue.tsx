import Table from '#web/admin/list/table.tsx'
import styles from './dashboard-page.module.css'

/** Sales of one day, or of some days of a long period. `cents` is the height of the bar; the texts are displayed. */
export interface DayOfSales {
  day: string
  orders: number
  revenue: string
  cents: number
  /** Of as many days before; null where they end. */
  before: { day: string; revenue: string; cents: number } | null
}

interface Props {
  days: readonly DayOfSales[]
  /** `day`, or `week`: what a bar is of. */
  unit: string
}

const STEP = 10
const HEIGHT = 100

/** A bar chart by day with the days before as a line, and the same numbers as a table. */
export default function DailyRevenue({ days, unit }: Props) {
  const all = days.flatMap(({ cents, before }) => [cents, before?.cents ?? 0])
  const most = Math.max(1, ...all)
  const best = days.find(({ cents }) => cents > 0 && cents === Math.max(...days.map((one) => one.cents)))
  const heightOf = (cents: number) => (Math.max(0, cents) / most) * HEIGHT
  return (
    <section className={styles.section} aria-labelledby="daily">
      <h2 id="daily">Revenue by {unit}</h2>
      {best ? (
        <>
          <p className={styles.quiet}>
            The best {unit} was {best.day} with {best.revenue}. The line is the period before.
          </p>
          <svg
            className={styles.chart}
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            {days.map(({ day, revenue, cents }, at) => {
              const height = Math.max(cents > 0 ? 1.5 : 0.5, heightOf(cents))
              return (
                <rect
                  key={day}
                  x={at * STEP + 1}
                  y={HEIGHT - height}
                  width={STEP - 2}
                  height={height}
                  data-last={at === days.length - 1 || undefined}
                >
                  <title>{`${day}: ${revenue}`}</title>
                </rect>
              )
            })}
            <path
              d={days
                .flatMap(({ before }, at) =>
                  before === null ? [] : [`${(at + 0.5) * STEP} ${HEIGHT - heightOf(before.cents)}`],
                )
                .map((point, at) => `${at === 0 ? 'M' : 'L'}${point}`)
                .join('')}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <p className={styles.axis} aria-hidden="true">
            <span>{days[0]?.day}</span>
            <span>{days.at(-1)?.day}</span>
          </p>
        </>
      ) : (
        <p className={styles.quiet}>Nothing was sold in this period.</p>
      )}
      <details className={styles.details}>
        <summary>View as a table</summary>
        <Table
          caption={`Orders and revenue by ${unit}, newest first`}
          columns={[
            { label: unit === 'day' ? 'Day' : 'Days', isBrief: true },
            { label: 'Orders', align: 'end' },
            { label: 'Revenue', align: 'end' },
            { label: 'Before', isBrief: true },
            { label: 'Revenue before', align: 'end' },
          ]}
          rows={days.toReversed().map(({ day, orders, revenue, before }) => ({
            key: day,
            cells: [day, orders, revenue, before?.day ?? '', before?.revenue ?? ''],
          }))}
        />
      </details>
    </section>
  )
}
