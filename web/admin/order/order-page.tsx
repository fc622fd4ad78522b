import NeighbourLinks from '#web/admin/list/neighbour-links.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import OrderScreen from './order-screen.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'

export interface OrderPageProps {
  frame: StaffFrameProps
  /** Null when there is no order with this number. */
  order: OrderView | null
  /** The list that the reader came from, and the orders beside this one in it. */
  neighbours: { list: string; previous: string | null; next: string | null }
}

/** One order: its lines, delivery, state and allowed actions. */
export default function OrderPage({ frame, order, neighbours }: OrderPageProps) {
  return (
    <StaffFrame frame={frame} title={order === null ? 'No such order' : order.number} here="/admin/orders">
      {order === null ? (
        <p>
          No order has this number. <a href="/admin/orders">All orders</a>
        </p>
      ) : (
        <>
          <NeighbourLinks {...neighbours} />
          <OrderScreen
            first={order}
            mayErase={frame.permissions.includes('customers.erase')}
            mayBlock={frame.permissions.includes('orders.cancel')}
            mayReadSettings={frame.permissions.includes('settings.write')}
          />
        </>
      )}
    </StaffFrame>
  )
}
