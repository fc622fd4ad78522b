import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'
import styles from './balance.module.css'

interface Props {
  order: OrderView
  onSettle: () => void
}

/** What a change of the order costs more and is not paid yet; nothing when nothing is left to pay. */
export default function BalanceNotice({ order: { balance, may }, onSettle }: Props) {
  if (balance === null) return null
  const { amount, change, isOpen, until } = balance
  return (
    <Notice>
      <p>
        <strong>
          {isOpen ? `Waiting for ${amount}` : `${amount} is not paid, and the payment link is closed`}
        </strong>
        , for a change of the order: {change}.{' '}
        {isOpen
          ? `Until ${until} the customer can pay it by link.`
          : 'Resend the link, settle it in another way, or undo the change.'}
      </p>
      {may.balance && (
        <p className={styles.action}>
          <Button tone="plain" onClick={onSettle}>
            {isOpen ? 'Payment link' : 'Settle'}
            <span className="visually-hidden">: {amount}</span>
          </Button>
        </p>
      )}
    </Notice>
  )
}
