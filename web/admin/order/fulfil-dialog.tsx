import { useState } from 'react'
import Field from '#web/ui/field.tsx'
import OrderDialog, { type OrderTask } from './order-dialog.tsx'

/** Marks the order as sent, with its tracking details. */
export default function FulfilDialog(task: OrderTask) {
  const { order } = task
  const [carrier, setCarrier] = useState('')
  const [trackingNumber, setTrackingNumber] = useState('')
  const [trackingLink, setTrackingLink] = useState('')
  return (
    <OrderDialog
      {...task}
      title="Fulfil the order"
      detail={`${order.customer.name} gets a mail that order ${order.number} is on its way.`}
      yes="Fulfil"
      action="fulfil"
      done="The order is fulfilled, and the shopper will be told."
      body={() => ({ version: order.version, carrier, trackingNumber, trackingLink })}
    >
      {(errors) => (
        <>
          <Field
            label="Carrier"
            value={carrier}
            maxLength={100}
            error={errors['carrier']}
            onChange={({ target }) => setCarrier(target.value)}
          />
          <Field
            label="Tracking number"
            value={trackingNumber}
            maxLength={100}
            autoCapitalize="characters"
            error={errors['trackingNumber']}
            onChange={({ target }) => setTrackingNumber(target.value)}
          />
          <Field
            label="Tracking link"
            type="url"
            value={trackingLink}
            maxLength={500}
            hint="All three may stay empty."
            error={errors['trackingLink']}
            onChange={({ target }) => setTrackingLink(target.value)}
          />
        </>
      )}
    </OrderDialog>
  )
}
