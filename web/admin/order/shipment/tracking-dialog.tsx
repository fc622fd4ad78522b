import { useState } from 'react'
import Checkbox from '#web/ui/checkbox.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import TrackingFields from './tracking-fields.tsx'

const NONE = { carrier: '', trackingNumber: '', trackingLink: '' }

/** Whether the order has any tracking details. */
export function isTracked({ fulfilment }: Pick<OrderView, 'fulfilment'>): boolean {
  const { carrier, trackingNumber, trackingLink } = fulfilment ?? NONE
  return carrier + trackingNumber + trackingLink !== ''
}

/** Adds or corrects the tracking details of a sent order. The customer is told of a correction only on request. */
export default function TrackingDialog(task: OrderTask) {
  const { order } = task
  const isCorrection = isTracked(order)
  const { carrier, trackingNumber, trackingLink } = order.fulfilment ?? NONE
  const [tracking, setTracking] = useState({ carrier, trackingNumber, trackingLink })
  const [isTold, setIsTold] = useState(!isCorrection && order.erased === null)
  return (
    <OrderDialog
      {...task}
      title={isCorrection ? 'Change the tracking' : 'Add tracking'}
      detail={`The order page of ${order.customer.name} shows it at once.`}
      yes="Save"
      action="tracking"
      done={isTold ? 'Tracking saved. The customer will be emailed.' : 'Tracking saved'}
      body={() => ({ version: order.version, ...tracking, tellCustomer: isTold })}
    >
      {(errors) => (
        <>
          <TrackingFields tracking={tracking} errors={errors} onChange={setTracking} />
          <Checkbox
            className={styles.check}
            checked={isTold}
            onChange={({ target }) => setIsTold(target.checked)}
          >
            {isCorrection ? 'Email the customer again' : 'Email the customer'}
          </Checkbox>
        </>
      )}
    </OrderDialog>
  )
}
