import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import OrderScreen from './order-screen.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'

export interface OrderPageProps {
  frame: StaffFrameProps
  /** Null when there is no order with this number. */
  order: OrderView | null
}

/** One order: its lines, delivery, state and allowed actions. */
export default function OrderPage({ frame, order }: OrderPageProps) {
  return (
    <StaffFrame frame={frame} title={order === null ? 'No such order' : order.number} here="/admin/orders">
      {order === null ? (
        <p>
          There is no order of this number. <a href="/admin/orders">All orders</a>
        </p>
      ) : (
        <OrderScreen first={order} mayErase={frame.permissions.includes('customers.erase')} />
      )}
    </StaffFrame>
  )
}
