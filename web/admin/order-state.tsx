import { orderStateWords, type OrderState } from '#domain/orders/order.ts'
import styles from './order-state.module.css'

interface Props {
  state: OrderState
  isFulfilled?: boolean
}

/** The state of an order as text; orders that need attention are highlighted. */
export default function OrderStateLabel({ state, isFulfilled = false }: Props) {
  return (
    <span className={styles.state} data-state={state}>
      {orderStateWords(state, isFulfilled)}
    </span>
  )
}
