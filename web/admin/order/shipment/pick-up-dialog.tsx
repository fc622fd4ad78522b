import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import Checkbox from '#web/ui/checkbox.tsx'

/** Notes that the customer has the order. They are told only on request: they were there. */
export default function PickUpDialog(task: OrderTask) {
  const { order } = task
  const { name, email } = order.customer
  const [isTold, setIsTold] = useState(false)
  return (
    <OrderDialog
      {...task}
      title="Picked up"
      detail={`${name} has everything of order ${order.number}. Can be undone for seven days.`}
      yes="Picked up"
      action="pick-up"
      done={isTold ? 'Picked up. The customer will be emailed.' : 'Picked up'}
      body={() => ({ version: order.version, tellCustomer: isTold })}
    >
      {() =>
        email !== '' &&
        order.erased === null && (
          <Checkbox
            className={styles.check}
            checked={isTold}
            onChange={({ target }) => setIsTold(target.checked)}
          >
            Email the customer
          </Checkbox>
        )
      }
    </OrderDialog>
  )
}
