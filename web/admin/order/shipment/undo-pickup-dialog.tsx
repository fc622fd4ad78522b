import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import type { PickupView } from '#web/views/orders/order-view.ts'
import StaffOnlyField from '#web/admin/order/staff-only-field.tsx'

interface Props extends OrderTask {
  pickup: PickupView
}

/** Marks what the customer took at one time as not picked up, because that was a mistake. */
export default function UndoPickupDialog({ pickup, ...task }: Props) {
  const { order } = task
  const [reason, setReason] = useState('')
  const isWhole = order.pickup === 'picked-up' && order.pickups.length === 1
  const count = pickup.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const part = count === 1 ? '1 item is' : `${count} items are`
  const what = isWhole ? `Order ${order.number} is` : part
  return (
    <OrderDialog
      {...task}
      title="Not picked up"
      detail={`${what} ready for pickup again. Any email about it that hasn’t been sent yet is withdrawn. This is possible until ${(pickup.undoUntil ?? '').replace(/\.$/, '')}.`}
      yes="Mark as not picked up"
      action="undo-pickup"
      done={isWhole ? 'The order is ready for pickup again.' : 'The items are ready for pickup again.'}
      body={() => ({ version: order.version, pickup: pickup.number, reason })}
    >
      {(errors) => (
        <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
      )}
    </OrderDialog>
  )
}
