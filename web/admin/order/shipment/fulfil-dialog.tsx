import { useState } from 'react'
import form from '#web/admin/form.module.css'
import styles from '#web/admin/order/order-dialog.module.css'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import ShipItems from './ship-items.tsx'
import TrackingFields from './tracking-fields.tsx'

/** Marks everything that is open, or a part of it, as sent, with its tracking details. */
export default function FulfilDialog(task: OrderTask) {
  const { order } = task
  const [tracking, setTracking] = useState({ carrier: '', trackingNumber: '', trackingLink: '' })
  const [isPart, setIsPart] = useState(false)
  const [units, setUnits] = useState<Record<number, number>>({})
  const open = order.lines.filter((line) => line.open > 0)
  const total = open.reduce((sum, line) => sum + line.open, 0)
  const chosen = open.reduce((sum, { position }) => sum + (units[position] ?? 0), 0)
  const isRest = order.fulfilment === 'partially-fulfilled'
  const staysOpen = isPart && chosen < total
  const what = staysOpen ? 'part of order' : isRest ? 'the rest of order' : 'order'
  const items = Object.entries(units)
    .map(([position, quantity]) => ({ position: Number(position), quantity }))
    .filter(({ quantity }) => quantity > 0)
  return (
    <OrderDialog
      {...task}
      title={isRest ? 'Fulfil the rest of the order' : 'Fulfil the order'}
      detail={`${order.customer.name} gets an email that ${what} ${order.number} is on its way${staysOpen ? ', and what follows later' : ''}.`}
      yes={staysOpen ? 'Send this part' : 'Fulfil'}
      action="fulfil"
      done={
        staysOpen
          ? 'Part of the order fulfilled. The customer will be emailed.'
          : 'Order fulfilled. The customer will be emailed.'
      }
      body={() => ({ version: order.version, ...tracking, ...(isPart && { items }) })}
    >
      {(errors) => (
        <>
          {total > 1 && (
            <fieldset className={form.group}>
              <legend>What to send</legend>
              {[
                { value: false, label: `Everything that is open: ${total} items` },
                { value: true, label: 'Ship part of it' },
              ].map(({ value, label }) => (
                <label key={label} className={styles.check}>
                  <input
                    type="radio"
                    name="what"
                    checked={isPart === value}
                    onChange={() => setIsPart(value)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          )}
          {isPart && <ShipItems lines={open} units={units} error={errors['items']} onChange={setUnits} />}
          <TrackingFields tracking={tracking} errors={errors} onChange={setTracking} />
        </>
      )}
    </OrderDialog>
  )
}
