import { useLastOrder } from '#web/visitor/last-order.ts'
import styles from './thank-you-page.module.css'

/** The number of the order that was just paid, and the way to its page. Nothing for who comes here otherwise. */
export default function PaidOrder() {
  const order = useLastOrder()
  if (order === null) return null
  return (
    <p className={styles.order}>
      Your order is <strong>{order.number}</strong>.{' '}
      <a href={order.path} rel="nofollow">
        See your order
      </a>
    </p>
  )
}
