import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import Checkbox from '#web/ui/checkbox.tsx'
import PartChoice, { usePart } from './part-choice.tsx'

/** Notes that the customer has what is ready, or a part of it. The email is optional, since they were there. */
export default function PickUpDialog(task: OrderTask) {
  const { order } = task
  const { name, email } = order.customer
  const [willNotify, setWillNotify] = useState(false)
  const part = usePart(
    order.lines.filter((line) => line.waiting > 0).map((line) => ({ ...line, open: line.waiting })),
  )
  const isRest = order.pickups.length > 0
  const staysThere = part.leavesSome || order.fulfilment === 'partially-fulfilled'
  const what = staysThere ? 'a part' : isRest ? 'the rest' : 'everything'
  return (
    <OrderDialog
      {...task}
      title="Picked up"
      detail={`${name} has ${what} of order ${order.number}. Can be undone for seven days.`}
      yes="Picked up"
      action="pick-up"
      done={willNotify ? 'Picked up. The customer will be emailed.' : 'Picked up'}
      body={() => ({ version: order.version, tellCustomer: willNotify, ...part.request })}
    >
      {(errors) => (
        <>
          <PartChoice
            part={part}
            legend="Items to mark as picked up"
            everything={`Everything that’s ready (${part.total} items)`}
            aPart="Part of it"
            itemsLegend="Items picked up"
            error={errors['items']}
          />
          {email !== '' && order.erased === null && (
            <Checkbox
              className={styles.check}
              checked={willNotify}
              onChange={({ target }) => setWillNotify(target.checked)}
            >
              Email the customer
            </Checkbox>
          )}
        </>
      )}
    </OrderDialog>
  )
}
