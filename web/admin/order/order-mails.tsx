import { useState } from 'react'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { refusalWords } from './order-dialog.tsx'
import styles from './order-page.module.css'
import type { OrderMailView, OrderView } from '#web/views/orders/order-view.ts'
import type { useOrder } from './use-order.ts'

interface OrderMailsProps {
  order: OrderView
  act: ReturnType<typeof useOrder>['act']
}

/** The mails about the order, and whether they were sent. */
export default function OrderMails({ order, act }: OrderMailsProps) {
  const [busy, setBusy] = useState(false)

  async function resend(mail: OrderMailView) {
    setBusy(true)
    const answer = await act('resend-mail', { mailId: mail.id })
    setBusy(false)
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'done') showToast('success', `“${mail.name}” is on its way again.`)
    else showToast('error', refusalWords(answer))
  }

  return (
    <section className={styles.section} aria-labelledby="mails">
      <h2 id="mails">Emails</h2>
      {order.mails.length === 0 && <p className={styles.quiet}>No emails yet.</p>}
      <ul className={styles.mails}>
        {order.mails.map((mail) => (
          <li key={mail.id}>
            <div className={styles.what}>
              <strong>{mail.name}</strong>
              <span className={styles.quiet}>{mail.to}</span>
              <span className={mail.state === 'gave-up' ? styles.bad : styles.quiet}>{stateWords(mail)}</span>
            </div>
            {mail.mayResend && (
              <Button
                tone="plain"
                className={styles.small}
                disabled={busy}
                aria-label={`Resend “${mail.name}” to ${mail.to}`}
                onClick={() => void resend(mail)}
              >
                Resend
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateWords({ state, at, nextTry, error, hasBounced }: OrderMailView): string {
  if (state === 'sent') return `Sent ${at}`
  if (hasBounced) return `Gave up ${at}, because the address bounced`
  const because = error ? `: ${error}` : ''
  if (state === 'gave-up') return `Gave up ${at}${because}`
  return `Waiting since ${at}${nextTry === null ? '' : `, next attempt ${nextTry}`}${because}`
}
