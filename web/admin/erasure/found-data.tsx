import OrderStateLabel from '#web/admin/order-state.tsx'
import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import styles from './erasure-page.module.css'
import type { ErasurePreview } from '#web/views/orders/erasure-view.ts'

interface FoundDataProps {
  found: ErasurePreview
  disabled: boolean
  onErase: () => void
}

/** What is stored about a customer, what would be deleted, and why it cannot be yet. */
export default function FoundData({ found, disabled, onErase }: FoundDataProps) {
  const { email, orders, storeCredit, messages, subscriptions, hasBounced } = found
  const inHand = orders.filter(({ obstacle }) => obstacle !== null)
  if (orders.length + messages + subscriptions === 0 && !hasBounced && !storeCredit)
    return <p>Nothing is stored under {email}.</p>
  return (
    <>
      <h3>What is stored</h3>
      <ul className={styles.found}>
        {orders.map(({ number, placedAt, state, isBalanceDue, obstacle }) => (
          <li key={number}>
            <a href={`/admin/orders/${number}`}>Order {number}</a>{' '}
            <OrderStateLabel state={state} isBalanceDue={isBalanceDue} />
            <span className={styles.quiet}>Placed {placedAt}</span>
            {obstacle && <span className={styles.obstacle}>Can’t be deleted yet: {obstacle}.</span>}
          </li>
        ))}
        {storeCredit && (
          <li>
            <a href={`/admin/gift-cards/${storeCredit.id}`}>Store credit</a> {storeCredit.balance} left
            {storeCredit.isOwed && (
              <span className={styles.obstacle}>
                Can’t be deleted yet: the shop owes it. Return it or end it first.
              </span>
            )}
          </li>
        )}
        {messages > 0 && <li>{messages === 1 ? '1 message' : `${messages} messages`}</li>}
        {subscriptions > 0 && <li>The newsletter subscription</li>}
        {hasBounced && <li>The record that an email to this address bounced</li>}
      </ul>
      {inHand.length > 0 ? (
        <Notice>
          Nothing can be deleted while {inHand.length === 1 ? 'this order is' : 'these orders are'} open.
          Close
          {inHand.length === 1 ? ' it' : ' them'} first.
        </Notice>
      ) : storeCredit?.isOwed ? null : (
        <>
          {orders.length > 0 && (
            <p>
              The name, email address, phone number, street, city, postal code, notes and tracking are removed
              from orders. The number, items, amounts, tax, dates, country and region are kept for the books.
            </p>
          )}
          {messages + subscriptions > 0 && (
            <p>Messages and the newsletter subscription are deleted completely.</p>
          )}
          <div>
            <Button tone="red" disabled={disabled} onClick={onErase}>
              Delete this customer’s data
            </Button>
          </div>
        </>
      )}
    </>
  )
}
