import { useState } from 'react'
import form from '#web/admin/form.module.css'
import OrderDialog, { type OrderTask } from './order-dialog.tsx'
import styles from './order-dialog.module.css'
import type { OrderView } from '#web/views/orders/order-view.ts'
import StaffOnlyField from './staff-only-field.tsx'

const OUTCOMES = [
  { value: 'stands', label: 'The payment is in order: carry on with the order.' },
  { value: 'returned', label: 'The payment was refunded directly at the payment provider.' },
] as const
const LOST = 'The bank has taken the money, and the items are not coming back: nothing is left to do.'

function writtenOff({ excess }: NonNullable<OrderView['payment']['overRefund']>): string {
  return `The loss of ${excess} is written off, or was recovered another way: nothing is left to do.`
}

/** Staff have compared the gateway and the order, and decide how the order continues. */
export default function ResolveDialog(task: OrderTask) {
  const { order } = task
  const { overRefund } = order.payment
  const outcomes = overRefund
    ? [{ value: 'written-off', label: writtenOff(overRefund) }]
    : OUTCOMES.filter(({ value }) => value !== 'stands' || !order.wasCancelled)
  const isLost = order.disputes.at(-1)?.state === 'lost' && order.payment.left === null
  const [outcome, setOutcome] = useState<string>(outcomes[0]?.value ?? '')
  const [note, setNote] = useState('')
  return (
    <OrderDialog
      {...task}
      title="Resolve"
      detail={
        overRefund
          ? `${overRefund.received} was received and ${overRefund.returned} returned. Compare the payment at the payment provider with this order first. After that, the shop won’t flag the difference again.`
          : 'Compare the payment at the payment provider with this order first. To refund the customer from here, use Refund instead.'
      }
      yes="Resolve"
      action="resolve"
      done="Order resolved"
      body={() => ({ version: order.version, outcome, note })}
    >
      {(errors) => (
        <>
          <fieldset className={form.group}>
            <legend>What did you find?</legend>
            {outcomes.map(({ value, label }) => (
              <label key={value} className={styles.check}>
                <input
                  type="radio"
                  name="outcome"
                  value={value}
                  checked={outcome === value}
                  onChange={() => setOutcome(value)}
                />
                {value === 'stands' && isLost ? LOST : label}
              </label>
            ))}
          </fieldset>
          <StaffOnlyField label="Note" value={note} error={errors['note']} onChange={setNote} />
        </>
      )}
    </OrderDialog>
  )
}
