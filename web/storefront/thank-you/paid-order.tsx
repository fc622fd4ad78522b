import { cents, formatCadTotal, formatCad } from '#domain/money.ts'
import CartPicture from '#web/storefront/cart/cart-picture.tsx'
import { CHECKOUT_MESSAGES } from '#web/storefront/checkout/messages.ts'
import Notice from '#web/ui/notice.tsx'
import type { Receipt } from '#web/visitor/last-order.ts'
import styles from './paid-order.module.css'
import { usePaidOrder } from './use-paid-order.ts'

/** The order that was just paid in this tab, with a link to its page. Other visitors read where to look. */
export default function PaidOrder() {
  const { order, isAsking } = usePaidOrder()
  if (order === null) return <p className={styles.line}>A confirmation is on its way to your inbox.</p>
  const { number, path, receipt, isRefunded } = order
  return (
    <>
      {isRefunded && <Notice urgent>{CHECKOUT_MESSAGES.refunded}</Notice>}
      <p className={styles.line} role="status">
        Your order is <strong>{number}</strong>.{' '}
        {path === null ? (
          <span>
            {isAsking ? 'The link to it comes in a moment.' : 'The link to it is in your confirmation mail.'}
          </span>
        ) : (
          <a href={path} rel="nofollow" className={styles.link}>
            See your order
          </a>
        )}
      </p>
      {receipt && <Details receipt={receipt} isRefunded={isRefunded} />}
    </>
  )
}

function Details({
  receipt: { email, note, total, lines },
  isRefunded,
}: {
  receipt: Receipt
  isRefunded: boolean
}) {
  return (
    <>
      <p className={styles.line}>
        A confirmation is on its way to <strong>{email}</strong>.
      </p>
      <section aria-labelledby="bought" className={styles.bought}>
        <h2 id="bought">Your pieces</h2>
        <ul className={styles.lines}>
          {lines.map(({ name, size, quantity, price, picture }) => (
            <li key={`${name} ${size}`}>
              <CartPicture address={picture ?? undefined} />
              <span className={styles.what}>
                <strong>{name}</strong>
                <span>
                  Size: {size}, Qty: {quantity}
                </span>
              </span>
              <span>{formatCad(price)}</span>
            </li>
          ))}
        </ul>
        <p className={styles.total}>
          <span>Total, with tax and shipping</span> <strong>{formatCadTotal(cents(total))}</strong>
        </p>
        {note !== '' && (
          <p className={styles.note}>
            <strong>Your note:</strong> {note}
          </p>
        )}
      </section>
      {!isRefunded && (
        <section aria-labelledby="next" className={styles.bought}>
          <h2 id="next">What happens next</h2>
          <p>We pack your order and email you when it is on its way. Delivery takes 7 to 14 business days.</p>
        </section>
      )}
    </>
  )
}
