import { useState } from 'react'
import form from '#web/admin/form.module.css'
import styles from '#web/admin/order/order-dialog.module.css'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import { sendingWords } from './sending-words.ts'
import ShipItems from './ship-items.tsx'
import TrackingFields from './tracking-fields.tsx'

/** `isUnpaid`: although a change of the order is not paid. */
interface Props extends OrderTask {
  isUnpaid?: boolean
}

/** Marks everything that is open, or a part of it, as sent, with its tracking details. */
export default function FulfilDialog({ isUnpaid = false, ...task }: Props) {
  const { order } = task
  const words = sendingWords(order)
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
      title={isRest ? words.fulfilRestTitle : words.fulfilTitle}
      detail={`${isUnpaid && order.balance ? `${order.balance.amount} of this order is not paid. ` : ''}${words.told(order.customer.name, `${what} ${order.number}`)}${staysOpen ? words.later : ''}.`}
      yes={
        staysOpen
          ? `${words.fulfilPart}${isUnpaid ? ' unpaid' : ''}`
          : isUnpaid
            ? words.fulfilUnpaid
            : words.fulfil
      }
      action="fulfil"
      done={staysOpen ? words.partDone : words.done}
      body={() => ({
        version: order.version,
        ...tracking,
        ...(isPart && { items }),
        ...(isUnpaid && { despiteBalance: true }),
      })}
    >
      {(errors) => (
        <>
          {total > 1 && (
            <fieldset className={form.group}>
              <legend>{words.whatToSend}</legend>
              {[
                { value: false, label: `Everything that is open: ${total} items` },
                { value: true, label: words.part },
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
          {isPart && (
            <ShipItems
              lines={open}
              units={units}
              legend={words.itemsOfPart}
              error={errors['items']}
              onChange={setUnits}
            />
          )}
          {order.delivery === 'ship' && (
            <TrackingFields tracking={tracking} errors={errors} onChange={setTracking} />
          )}
        </>
      )}
    </OrderDialog>
  )
}
