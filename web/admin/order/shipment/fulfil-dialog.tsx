import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import TrackingFields from './tracking-fields.tsx'

/** Marks the order as sent, with its tracking details. */
export default function FulfilDialog(task: OrderTask) {
  const { order } = task
  const [tracking, setTracking] = useState({ carrier: '', trackingNumber: '', trackingLink: '' })
  return (
    <OrderDialog
      {...task}
      title="Fulfil the order"
      detail={`${order.customer.name} gets an email that order ${order.number} is on its way.`}
      yes="Fulfil"
      action="fulfil"
      done="Order fulfilled. The customer will be emailed."
      body={() => ({ version: order.version, ...tracking })}
    >
      {(errors) => <TrackingFields tracking={tracking} errors={errors} onChange={setTracking} />}
    </OrderDialog>
  )
}
