import { useState } from 'react'
import Checkbox from '#web/ui/checkbox.tsx'
import OrderDialog, { type OrderTask } from './order-dialog.tsx'
import styles from './order-dialog.module.css'
import MoneyReason, { NO_REASON } from './money-reason.tsx'

/** Cancels the order. Shows beforehand what happens to the money. */
export default function CancelDialog(task: OrderTask) {
  const { order } = task
  const [restock, setRestock] = useState(true)
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
      body={() => ({ version: order.version, restock, ...why })}
    >
      {(errors) => (
        <>
          {order.isPaid && (
            <Checkbox
              className={styles.check}
              checked={restock}
              onChange={({ target }) => setRestock(target.checked)}
            >
              Return the items to stock
            </Checkbox>
          )}
          <MoneyReason order={order} value={why} errors={errors} onChange={setWhy} />
        </>
      )}
    </OrderDialog>
  )
}
