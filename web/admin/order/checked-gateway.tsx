import { isRefundUnconfirmed } from '#domain/refunds/refund.ts'
import Checkbox from '#web/ui/checkbox.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'
import styles from './order-dialog.module.css'

interface CheckedGatewayProps {
  order: Pick<OrderView, 'refunds'>
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Asks staff to check the gateway before another refund; nothing unless an earlier refund is unconfirmed. */
export default function CheckedGateway({ order, checked, onChange }: CheckedGatewayProps) {
  if (!isRefundUnconfirmed(order.refunds)) return null
  return (
    <Checkbox className={styles.check} checked={checked} onChange={({ target }) => onChange(target.checked)}>
      I checked at the gateway that the earlier refund did not go through
    </Checkbox>
  )
}

/** A warning in the text of a dialog; empty unless an earlier refund is unconfirmed. */
export function unsureRefund({ refunds }: Pick<OrderView, 'refunds'>): string {
  const isUnsure = isRefundUnconfirmed(refunds)
  return isUnsure ? 'An earlier refund was never confirmed: look at the gateway first. ' : ''
}
