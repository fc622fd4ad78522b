import styles from './order-page.module.css'
import SplitRows from './refund/split-rows.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'

type RefundView = OrderView['refunds'][number]

const DISPUTE_WORDS: Record<OrderView['disputes'][number]['state'], string> = {
  open: 'undecided: respond at the payment provider',
  won: 'decided in the shop’s favour',
  lost: 'decided in the cardholder’s favour: the money has been taken back',
}

/** Payments, refunds and disputes. */
export default function OrderMoney({
  order: { number, payment, payments, refunds, disputes, erased },
  mayBlock,
}: {
  order: OrderView
  mayBlock: boolean
}) {
  return (
    <section className={styles.section} aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Status</dt>
          <dd>{payment.state}</dd>
        </div>
        {payment.received && (
          <div>
            <dt>Received</dt>
            <dd>{payment.received}</dd>
          </div>
        )}
        {payments.map(({ id, gateway, intentId, external, paidWith, risk }) => (
          <div key={id}>
            <dt>{gateway}</dt>
            <dd className={styles.code}>
              {external
                ? [external.amount, external.reference].filter(Boolean).join(' · ')
                : [paidWith, intentId ?? 'not requested yet'].filter(Boolean).join(' · ')}
            </dd>
            {risk !== '' && <dd>{risk}</dd>}
          </div>
        ))}
      </dl>
      {refunds.length > 0 && (
        <>
          <h3>Refunds</h3>
          <ul className={styles.refunds}>
            {refunds.map((refund) => (
              <li key={refund.id} data-state={refund.state}>
                <p>
                  <strong>{refund.amount}:</strong> {refundWords(refund)}
                </p>
                <p className={styles.quiet}>
                  {[refund.state === 'unconfirmed' && refund.failure, refund.reason, refund.by, refund.at]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                {refund.split.length > 1 && (
                  <SplitRows rows={refund.split} label={`${refund.amount}, divided`} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {disputes.length > 0 && (
        <>
          <h3>Disputes</h3>
          <ul className={styles.refunds}>
            {disputes.map(({ id, amount, reason, state }) => (
              <li key={id} data-state={state}>
                <p>
                  <strong>{amount}:</strong> {DISPUTE_WORDS[state]}
                </p>
                <p className={styles.quiet}>{[reason, id].filter(Boolean).join(' · ')}</p>
                {mayBlock && erased === null && state !== 'won' && (
                  <a className={styles.link} href={`/admin/blocks?order=${number}`}>
                    Block this customer
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function refundWords({ state, to, isTaken, failure }: RefundView): string {
  if (state === 'done') return `refunded${to && ` to ${to}`}`
  if (state === 'failed') return `${isTaken ? 'came back' : 'not refunded'}${failure && `: ${failure}`}`
  if (state === 'unconfirmed') return 'never confirmed by the payment provider: check there first'
  return isTaken
    ? 'on its way: the payment provider has accepted it, but it can still fail'
    : 'waiting for the payment provider'
}
