import { useId } from 'react'
import Checkbox from '#web/ui/checkbox.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'
import styles from './order-dialog.module.css'

interface CheckedGatewayProps {
  order: Pick<OrderView, 'refunds'>
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** Names the unconfirmed refunds, and asks staff to look for them at the gateway. Nothing when there are none. */
export default function CheckedGateway({ order, checked, error, onChange }: CheckedGatewayProps) {
  const id = useId()
  const unconfirmed = order.refunds.filter(({ state }) => state === 'unconfirmed')
  if (unconfirmed.length === 0) return null
  const ones = unconfirmed.length === 1 ? 'this refund was' : 'these refunds were'
  return (
    <div className={styles.unconfirmed}>
      <div id={`${id}-refunds`}>
        <p>
          <strong>Waiting for the payment provider.</strong> It never confirmed{' '}
          {unconfirmed.length === 1 ? 'this refund' : 'these refunds'}, so the money may be on its way:
        </p>
        <ul>
          {unconfirmed.map((refund) => (
            <li key={refund.id}>
              <strong>{refund.amount}</strong>, requested {refund.at}
            </li>
          ))}
        </ul>
      </div>
      <Checkbox
        className={styles.check}
        checked={checked}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-refunds${error ? ` ${id}-error` : ''}`}
        onChange={({ target }) => onChange(target.checked)}
      >
        I checked with the payment provider: {ones} not made
      </Checkbox>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
