import { ORDER_STATE_WORDS, type OrderState } from '#domain/order.ts'
import styles from './order-state.module.css'

/** Where an order stands, in words; what waits for staff stands out. */
export default function OrderStateLabel({ state }: { state: OrderState }) {
  return (
    <span className={styles.state} data-state={state}>
      {ORDER_STATE_WORDS[state]}
    </span>
  )
}
