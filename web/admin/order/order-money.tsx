import type { RefundState } from '#domain/refund.ts'
import styles from './order-page.module.css'
import type { OrderView } from './order-view.ts'

const REFUND_WORDS: Record<RefundState, string> = {
  asked: 'Asked for: the gateway has not answered yet',
  done: 'Returned',
  failed: 'The gateway refused',
  unconfirmed: 'The gateway never confirmed it: look there first',
}

/** The payment at the gateway, and what went back. */
export default function OrderMoney({ order: { payment, refunds } }: { order: OrderView }) {
  return (
    <section className={styles.section} aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <dl className={styles.facts}>
        <div>
          <dt>State</dt>
          <dd>{payment.state}</dd>
        </div>
        {payment.received && (
          <div>
            <dt>Received</dt>
            <dd>{payment.received}</dd>
          </div>
        )}
        <div>
          <dt>{payment.gateway}</dt>
          <dd className={styles.code}>{payment.intentId ?? 'not asked yet'}</dd>
        </div>
      </dl>
      {refunds.length > 0 && (
        <>
          <h3>Refunds</h3>
          <ul className={styles.refunds}>
            {refunds.map(({ id, amount, state, reason, by, failure, at }) => (
              <li key={id} data-state={state}>
                <p>
                  <strong>{amount}</strong> {REFUND_WORDS[state]}
                  {state === 'failed' && `: ${failure}`}
                </p>
                <p className={styles.quiet}>
                  {[state === 'unconfirmed' && failure, reason, by, at].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
