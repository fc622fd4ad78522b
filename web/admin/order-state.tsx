import { orderStateWords, type OrderState } from '#domain/orders/order.ts'
import styles from './order-state.module.css'

interface Props {
  state: OrderState
  isFulfilled?: boolean
}

/** Where an order stands, in words; what waits for staff stands out. */
export default function OrderStateLabel({ state, isFulfilled = false }: Props) {
  return (
    <span className={styles.state} data-state={state}>
      {orderStateWords(state, isFulfilled)}
    </span>
  )
}
