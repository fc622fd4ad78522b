import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { orderStateWords, type Delivery, type OrderState, type PickupStatus } from '#domain/orders/order.ts'
import styles from './order-state.module.css'

interface Props {
  state: OrderState
  fulfilment?: FulfilmentStatus
  delivery?: Delivery
  pickup?: PickupStatus
  isBalanceDue?: boolean
}

/** The state of an order as text; orders to be sent, and those that need attention, are highlighted. */
export default function OrderStateLabel({ state, fulfilment = 'unfulfilled', ...more }: Props) {
  const isWaiting = state === 'paid' && more.isBalanceDue
  return (
    <span className={styles.state} data-state={isWaiting ? 'pending' : state}>
      {orderStateWords(state, fulfilment, more)}
    </span>
  )
}
