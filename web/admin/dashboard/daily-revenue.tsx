import styles from './dashboard-page.module.css'

/** Sales of one day. `cents` is the height of the bar; the texts are displayed. */
export interface DayOfSales {
  day: string
  orders: number
  revenue: string
  cents: number
}

const STEP = 10
const HEIGHT = 100

/** A bar chart by day, and the same numbers as a table. */
export default function DailyRevenue({ days }: { days: readonly DayOfSales[] }) {
  const most = Math.max(1, ...days.map(({ cents }) => cents))
  const best = days.find(({ cents }) => cents === most)
  return (
    <section className={styles.section} aria-labelledby="daily">
      <h2 id="daily">Revenue by day</h2>
      {best ? (
        <>
          <p className={styles.quiet}>
            The best day was {best.day} with {best.revenue}.
          </p>
          <svg
            className={styles.chart}
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            {days.map(({ day, revenue, cents }, at) => {
              const height = Math.max(cents > 0 ? 1.5 : 0.5, (Math.max(0, cents) / most) * HEIGHT)
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
          </svg>
          <p className={styles.axis} aria-hidden="true">
            <span>{days[0]?.day}</span>
            <span>Today</span>
          </p>
        </>
      ) : (
        <p className={styles.quiet}>Nothing was sold in the last 30 days.</p>
      )}
      <details className={styles.details}>
        <summary>View as a table</summary>
        <table>
          <caption className="visually-hidden">Orders and revenue by day, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Orders</th>
              <th scope="col">Revenue</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, orders, revenue }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{orders}</td>
                <td>{revenue}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
