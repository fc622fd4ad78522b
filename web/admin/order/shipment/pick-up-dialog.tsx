import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import form from '#web/admin/form.module.css'
import styles from '#web/admin/order/order-dialog.module.css'
import Checkbox from '#web/ui/checkbox.tsx'
import ShipItems from './ship-items.tsx'

/** Notes that the customer has what is ready, or a part of it. They are told only on request: they were there. */
export default function PickUpDialog(task: OrderTask) {
  const { order } = task
  const { name, email } = order.customer
  const [isTold, setIsTold] = useState(false)
  const [isPart, setIsPart] = useState(false)
  const [units, setUnits] = useState<Record<number, number>>({})
  const waiting = order.lines
    .filter((line) => line.waiting > 0)
    .map((line) => ({ ...line, open: line.waiting }))
  const total = waiting.reduce((sum, line) => sum + line.waiting, 0)
  const chosen = waiting.reduce((sum, { position }) => sum + (units[position] ?? 0), 0)
  const isRest = order.pickups.length > 0
  const staysThere = (isPart && chosen < total) || order.fulfilment === 'partially-fulfilled'
  const what = staysThere ? 'a part' : isRest ? 'the rest' : 'everything'
  const items = Object.entries(units)
    .map(([position, quantity]) => ({ position: Number(position), quantity }))
    .filter(({ quantity }) => quantity > 0)
  return (
    <OrderDialog
      {...task}
      title="Picked up"
      detail={`${name} has ${what} of order ${order.number}. Can be undone for seven days.`}
      yes="Picked up"
      action="pick-up"
      done={isTold ? 'Picked up. The customer will be emailed.' : 'Picked up'}
      body={() => ({ version: order.version, tellCustomer: isTold, ...(isPart && { items }) })}
    >
      {(errors) => (
        <>
          {total > 1 && (
            <fieldset className={form.group}>
              <legend>What is picked up</legend>
              {[
                { value: false, label: `Everything that is ready: ${total} items` },
                { value: true, label: 'A part of it' },
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
              lines={waiting}
              units={units}
              legend="Items that are picked up"
              error={errors['items']}
              onChange={setUnits}
            />
          )}
          {email !== '' && order.erased === null && (
            <Checkbox
              className={styles.check}
              checked={isTold}
              onChange={({ target }) => setIsTold(target.checked)}
            >
              Email the customer
            </Checkbox>
          )}
        </>
      )}
    </OrderDialog>
  )
}
