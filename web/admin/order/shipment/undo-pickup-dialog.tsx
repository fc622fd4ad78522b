import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import StaffOnlyField from '#web/admin/order/staff-only-field.tsx'

/** Marks an order as not picked up, because that was a mistake. */
export default function UndoPickupDialog(task: OrderTask) {
  const { order } = task
  const [reason, setReason] = useState('')
  return (
    <OrderDialog
      {...task}
      title="Not picked up"
      detail={`Order ${order.number} is ready for pickup again. An email about it that has not left yet is withdrawn. Possible until ${order.pickedUp?.undoUntil ?? ''}.`}
      yes="Mark as not picked up"
      action="undo-pickup"
      done="The order is ready for pickup again."
      body={() => ({ version: order.version, reason })}
    >
      {(errors) => (
        <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
      )}
    </OrderDialog>
  )
}
