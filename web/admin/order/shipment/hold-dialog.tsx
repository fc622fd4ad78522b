import { useState } from 'react'
import HoldFields, { NO_PROBLEM } from '#web/admin/packing/hold-fields.tsx'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'

/** Puts an order on hold, for a reason. */
export default function HoldDialog(task: OrderTask) {
  const [problem, setProblem] = useState(NO_PROBLEM)
  const { order } = task
  return (
    <OrderDialog
      {...task}
      title="Put on hold"
      detail={`No one packs ${order.number} until it is released. The customer is not told.`}
      yes="Put on hold"
      action="hold"
      done="The order is on hold"
      body={() => ({ version: order.version, ...problem })}
    >
      {(errors) => <HoldFields problem={problem} errors={errors} onChange={setProblem} />}
    </OrderDialog>
  )
}

/** Releases an order that is on hold. */
export function ReleaseDialog(task: OrderTask) {
  const { order } = task
  return (
    <OrderDialog
      {...task}
      title="Release the order"
      detail={`${order.number} can be packed again.`}
      yes="Release"
      action="release"
      done="The order can be packed again"
      body={() => ({ version: order.version })}
    />
  )
}
