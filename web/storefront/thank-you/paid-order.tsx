import { CHECKOUT_MESSAGES } from '#web/storefront/checkout/messages.ts'
import Notice from '#web/ui/notice.tsx'
import styles from './thank-you-page.module.css'
import { usePaidOrder } from './use-paid-order.ts'

/** The number of the order that was just paid, with a link to its page. Empty for other visitors. */
export default function PaidOrder() {
  const { order, isAsking } = usePaidOrder()
  if (order === null) return null
  return (
    <>
      {order.isRefunded && <Notice urgent>{CHECKOUT_MESSAGES.refunded}</Notice>}
      <p className={styles.order} role="status">
        Your order is <strong>{order.number}</strong>.{' '}
        {order.path === null ? (
          <span>
            {isAsking ? 'The link to it comes in a moment.' : 'The link to it is in your confirmation mail.'}
          </span>
        ) : (
          <a href={order.path} rel="nofollow">
            See your order
          </a>
        )}
      </p>
    </>
  )
}
