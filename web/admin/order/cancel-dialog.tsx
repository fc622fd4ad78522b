import { useState } from 'react'
import type { SplitUnits } from '#domain/orders/fulfilment.ts'
import OrderDialog, { type OrderTask } from './order-dialog.tsx'
import MoneyReason, { NO_REASON } from './money-reason.tsx'
import RestockFields from './refund/restock-fields.tsx'
import { sendingWords } from './shipment/sending-words.ts'

/**
 * Cancels the order. Shows beforehand what happens to the money; of the items, what an earlier refund left out stays
 * out of the stock unless staff choose otherwise.
 */
export default function CancelDialog(task: OrderTask) {
  const { order } = task
  const [units, setUnits] = useState<readonly SplitUnits[]>(() =>
    order.lines
      .map(({ position, toRestock }) => ({ position, quantity: toRestock, sent: 0 }))
      .filter(({ quantity }) => quantity > 0),
  )
  const [why, setWhy] = useState(NO_REASON)
  const { left } = order.payment
  const { name } = order.customer
  const nothing = order.payment.overRefund
    ? 'Nothing more is refunded. The excess refund still has to be resolved.'
    : 'Nothing is left to refund.'
  const refund = left ? `${left.words} will be refunded to ${name}.` : nothing
  return (
    <OrderDialog
      {...task}
      title="Cancel the order"
      detail={
        order.state === 'pending'
          ? `Order ${order.number} is not paid. It can no longer be paid, and its items are returned to stock.`
          : `${refund} ${name} gets an email. This cannot be undone.`
      }
      yes="Cancel the order"
      action="cancel"
      done="Order cancelled"
      body={() => ({ version: order.version, restock: true, units, ...why })}
    >
      {(errors) => (
        <>
          {order.isPaid && (
            <RestockFields
              lines={order.lines}
              units={units}
              words={sendingWords(order)}
              error={errors['units']}
              onChange={setUnits}
            />
          )}
          <MoneyReason order={order} value={why} errors={errors} onChange={setWhy} />
        </>
      )}
    </OrderDialog>
  )
}
