import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import type { ShipmentView } from '#web/views/orders/order-view.ts'
import StaffOnlyField from '#web/admin/order/staff-only-field.tsx'

/** Marks a parcel as not sent, because fulfilling it was a mistake. */
export default function UndoFulfilmentDialog({ shipment, ...task }: OrderTask & { shipment: ShipmentView }) {
  const { order } = task
  const isOnly = order.shipments.length === 1 && order.fulfilment === 'fulfilled'
  const [reason, setReason] = useState('')
  return (
    <OrderDialog
      {...task}
      title={isOnly ? 'Undo the fulfilment' : `Undo parcel ${shipment.number}`}
      detail={`${isOnly ? `Order ${order.number} waits` : `The items of this parcel wait`} to be sent again, and the tracking is removed. An email about the parcel that has not left yet is withdrawn; if it has, write to the customer. Possible until ${shipment.undoUntil ?? ''}.`}
      yes="Mark as not sent"
      action="undo-fulfilment"
      done={isOnly ? 'The order waits to be sent again.' : 'The items wait to be sent again.'}
      body={() => ({ version: order.version, shipment: shipment.number, reason })}
    >
      {(errors) => (
        <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
      )}
    </OrderDialog>
  )
}
