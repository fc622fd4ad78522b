import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import StaffOnlyField from '#web/admin/order/staff-only-field.tsx'

/** Marks a sent order as not sent, because fulfilling it was a mistake. */
export default function UndoFulfilmentDialog(task: OrderTask) {
  const { order } = task
  const [reason, setReason] = useState('')
  return (
    <OrderDialog
      {...task}
      title="Undo the fulfilment"
      detail={`Order ${order.number} waits to be sent again, and its tracking is removed. An email about the parcel that has not left yet is withdrawn; if it has, write to the customer. Possible until ${order.fulfilment?.undoUntil ?? ''}.`}
      yes="Mark as not sent"
      action="undo-fulfilment"
      done="The order waits to be sent again."
      body={() => ({ version: order.version, reason })}
    >
      {(errors) => (
        <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
      )}
    </OrderDialog>
  )
}
