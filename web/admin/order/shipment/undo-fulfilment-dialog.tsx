import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import type { ShipmentView } from '#web/views/orders/order-view.ts'
import { sendingWords } from './sending-words.ts'
import StaffOnlyField from '#web/admin/order/staff-only-field.tsx'

/** Marks a parcel as not sent, because fulfilling it was a mistake. */
export default function UndoFulfilmentDialog({ shipment, ...task }: OrderTask & { shipment: ShipmentView }) {
  const { order } = task
  const words = sendingWords(order)
  const isOnly = order.shipments.length === 1 && order.fulfilment === 'fulfilled'
  const [reason, setReason] = useState('')
  return (
    <OrderDialog
      {...task}
      title={isOnly ? words.undoTitle : `Undo ${words.parcel.toLowerCase()} ${shipment.number}`}
      detail={`${words.undoDetail(isOnly ? `Order ${order.number}` : `The items of this ${words.parcel.toLowerCase()}`, isOnly)} This is possible until ${(shipment.undoUntil ?? '').replace(/\.$/, '')}.`}
      yes={words.undoYes}
      action="undo-fulfilment"
      done={isOnly ? words.undone : words.partUndone}
      body={() => ({ version: order.version, shipment: shipment.number, reason })}
    >
      {(errors) => (
        <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
      )}
    </OrderDialog>
  )
}
