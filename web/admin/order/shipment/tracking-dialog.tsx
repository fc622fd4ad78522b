import { useState } from 'react'
import Checkbox from '#web/ui/checkbox.tsx'
import type { ShipmentView } from '#web/views/orders/order-view.ts'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import TrackingFields from './tracking-fields.tsx'

/** Whether a parcel has any tracking details. */
export function isTracked({ carrier, trackingNumber, trackingLink }: ShipmentView): boolean {
  return carrier + trackingNumber + trackingLink !== ''
}

/** Adds or corrects the tracking details of a parcel. Staff choose whether a correction is emailed. */
export default function TrackingDialog({ shipment, ...task }: OrderTask & { shipment: ShipmentView }) {
  const { order } = task
  const isCorrection = isTracked(shipment)
  const { number, carrier, trackingNumber, trackingLink } = shipment
  const which = order.shipments.length > 1 ? ` of parcel ${number}` : ''
  const [tracking, setTracking] = useState({ carrier, trackingNumber, trackingLink })
  const [willNotify, setWillNotify] = useState(!isCorrection && order.erased === null)
  return (
    <OrderDialog
      {...task}
      title={`${isCorrection ? 'Change the tracking' : 'Add tracking'}${which}`}
      detail={`${order.customer.name} sees it on the order page right away.`}
      yes="Save"
      action="tracking"
      done={willNotify ? 'Tracking saved. The customer will be emailed.' : 'Tracking saved'}
      body={() => ({ version: order.version, shipment: number, ...tracking, tellCustomer: willNotify })}
    >
      {(errors) => (
        <>
          <TrackingFields tracking={tracking} errors={errors} onChange={setTracking} />
          <Checkbox
            className={styles.check}
            checked={willNotify}
            onChange={({ target }) => setWillNotify(target.checked)}
          >
            {isCorrection ? 'Email the customer again' : 'Email the customer'}
          </Checkbox>
        </>
      )}
    </OrderDialog>
  )
}
