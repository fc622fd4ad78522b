import type { RefusedOrder } from '#web/admin/orders/use-review.ts'
import styles from './selection.module.css'

/** Orders that something was not done with, and why. */
export default function RefusedOrders({ orders }: { orders: readonly RefusedOrder[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <ul className={styles.refused} aria-label="Refused orders" tabIndex={0}>
      {orders.map(({ number, reason }) => (
        <li key={number}>
          <a href={`/admin/orders/${number}`}>{number}</a>
          {reason}
        </li>
      ))}
    </ul>
  )
}
