import WholeNumbers from '#web/admin/list/whole-numbers.tsx'
import styles from './order-page.module.css'
import type { OrderView } from '#web/views/orders/order-view.ts'

/** All events, newest first. */
export default function OrderHistory({ order }: { order: OrderView }) {
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className={styles.events} reversed>
        {order.history.map(({ id, at, words, by }) => (
          <li key={id}>
            <p className={styles.words}>
              <WholeNumbers text={words} />
            </p>
            <p className={styles.quiet}>
              {by} · {at}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
