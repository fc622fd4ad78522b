import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { orderStateWords, type Delivery, type OrderState, type PickupStatus } from '#domain/orders/order.ts'
import styles from './order-state.module.css'

interface Props {
  state: OrderState
  fulfilment?: FulfilmentStatus
  delivery?: Delivery
  pickup?: PickupStatus
}

/** The state of an order as text; orders that need attention are highlighted. */
export default function OrderStateLabel({ state, fulfilment = 'unfulfilled', ...pickedUp }: Props) {
  return (
    <span className={styles.state} data-state={state}>
      {orderStateWords(state, fulfilment, pickedUp)}
    </span>
  )
}
