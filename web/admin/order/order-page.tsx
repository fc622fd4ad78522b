import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import OrderScreen from './order-screen.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'

export interface OrderPageProps {
  frame: StaffFrameProps
  /** Null when there is no order of this number. */
  order: OrderView | null
}

/** One order: what was bought, where it goes, how it stands, and what can be done about it. */
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
