import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import NewOrderForm from './new-order-form.tsx'

export interface NewOrderPageProps {
  frame: StaffFrameProps
  /** The newest products, to choose from before anything is searched. */
  products: StaffProduct[]
}

/** Makes an order for a customer, such as at a market stall, or a gift. */
export default function NewOrderPage({ frame, products }: NewOrderPageProps) {
  return (
    <StaffFrame frame={frame} title="New order" here="/admin/orders">
      <NewOrderForm products={products} />
    </StaffFrame>
  )
}
