import { useState } from 'react'
import type { ChargedChange } from '#domain/checkout/payment-link.ts'
import type { TotalRow } from '#domain/orders/order-total.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import TotalList from '#web/ui/total-list.tsx'
import { useWords } from '#web/ui/use-words.ts'
import PayForm from './pay-form.tsx'
import type { LinkToPay } from './pay-link.ts'
import text from '#web/storefront/order-text.module.css'
import styles from './payment-link-page.module.css'

export interface PaymentLinkPageProps {
  frame: FrameProps
  heading: string
  next: string
  number: string
  /** The customer's page of the order. */
  orderPath: string
  amount: string
  /** Null once the customer's data was deleted. */
  change: ChargedChange | null
  lines: { position: number; words: string; amount: string }[]
  totals: TotalRow[]
  /** Null when there is nothing to pay here. */
  payment: LinkToPay | null
  mayContact: boolean
}

/** What a change of an order costs more, and the card entry to pay it. Open to anyone with the link. */
export default function PaymentLinkPage(props: PaymentLinkPageProps) {
  const words = useWords('payment-link')
  const { frame, number, orderPath, amount, change, lines, totals, payment, mayContact } = props
  const [result, setResult] = useState<{ heading: string; next: string } | null>(null)
  const { heading, next } = result ?? props
  const isOpen = payment !== null && result === null
  return (
    <PageFrame {...frame}>
      <article className={styles.page}>
        <header className={styles.section}>
          <p className={text.quiet}>{words.forOrder(number)}</p>
          <h1 tabIndex={-1}>{heading}</h1>
          <p role="status">{next}</p>
          {isOpen && <p>{payment.payBy}</p>}
          {!isOpen && (
            <p>
              <a className={text.link} href={orderPath}>
                {words.seeOrder}
              </a>
            </p>
          )}
          {mayContact && (
            <p>
              <a className={text.link} href="/contact">
                {words.contact}
              </a>
            </p>
          )}
        </header>
        <div className={styles.column}>
          {change && (
            <section className={styles.section} aria-labelledby="changed">
              <h2 id="changed">{words.whatChanged}</h2>
              <dl className={styles.facts}>
                <div>
                  <dt>{words.changes[change.kind].after}</dt>
                  <dd>{change.after}</dd>
                </div>
                <div>
                  <dt>{words.changes[change.kind].before}</dt>
                  <dd>{change.before}</dd>
                </div>
              </dl>
            </section>
          )}
          <section className={styles.section} aria-labelledby="order">
            <h2 id="order">{words.yourOrder}</h2>
            <ul className={styles.lines}>
              {lines.map((line) => (
                <li key={line.position}>
                  <span>{line.words}</span>
                  <span>{line.amount}</span>
                </li>
              ))}
            </ul>
            <TotalList className={styles.totals} rows={totals}>
              {isOpen && (
                <div className={styles.due}>
                  <dt>{words.leftToPay}</dt>
                  <dd>{amount}</dd>
                </div>
              )}
            </TotalList>
          </section>
        </div>
        {isOpen && (
          <PayForm
            payment={payment}
            amount={amount}
            onSettled={(settled) => {
              setResult(settled)
              document.querySelector('h1')?.focus()
            }}
          />
        )}
      </article>
    </PageFrame>
  )
}
