import { useState } from 'react'
import form from '#web/admin/form.module.css'
import type { SplitUnits } from '#domain/orders/fulfilment.ts'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import { sendingWords } from '#web/admin/order/shipment/sending-words.ts'
import StaffOnlyField from '#web/admin/order/staff-only-field.tsx'
import RestockFields from './restock-fields.tsx'

/** Returns items to stock whose money was returned before, or that were sent back. Nothing is chosen at first. */
export default function RestockDialog(task: OrderTask) {
  const { order } = task
  const [units, setUnits] = useState<readonly SplitUnits[]>([])
  const [reason, setReason] = useState('')
  const lines = order.lines.map((line) => ({ ...line, ...line.returnable }))
  const everything = lines.flatMap(({ position, left, leftSent }) => [
    { position, quantity: left - leftSent, sent: 0 },
    { position, quantity: leftSent, sent: leftSent },
  ])
  return (
    <OrderDialog
      {...task}
      title="Return to stock"
      detail="The items go back on sale. No money is refunded, and the customer gets no email."
      yes="Return to stock"
      action="restock"
      done="Returned to stock"
      body={() => ({ version: order.version, units, reason })}
    >
      {(errors) => (
        <>
          <button
            type="button"
            className={form.toggle}
            onClick={() => setUnits(everything.filter(({ quantity }) => quantity > 0))}
          >
            Everything
          </button>
          <RestockFields
            lines={lines}
            units={units}
            words={sendingWords(order)}
            error={errors['units']}
            onChange={setUnits}
          />
          <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
        </>
      )}
    </OrderDialog>
  )
}
