import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CardBox } from '#web/storefront/checkout/gateways/card-box.ts'
import { withMoney } from '#web/storefront/checkout/messages.ts'
import { returnedSecret } from '#web/storefront/checkout/paying/settle-checkout.ts'
import CardEntryBox from '#web/storefront/checkout/gateways/card-entry-box.tsx'
import Button from '#web/ui/button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './payment-link-page.module.css'
import { payLink, settleLinkReturn, type LinkOutcome, type LinkToPay } from './pay-link.ts'

interface Props {
  payment: LinkToPay
  amount: string
  onSettled: (result: { heading: string; next: string }) => void
}

/** The card entry of the checkout, for the amount of a payment link. */
export default function PayForm({ payment, amount, onSettled }: Props) {
  const words = useWords('payment-link')
  const { cardEntry, cents } = payment
  const [busy, setBusy] = useState(false)
  const [ready, setReady] = useState(false)
  const [failure, setFailure] = useState<{ message: string; isUnconfirmed: boolean } | null>(null)
  const cardBox = useRef<CardBox>(null)
  const block = useRef<HTMLParagraphElement>(null)

  async function submit() {
    if (busy || cardBox.current?.check() !== true) return
    flushSync(() => {
      setBusy(true)
      setFailure(null)
    })
    end(await payLink(payment, cardBox.current, amount))
  }

  function end(outcome: LinkOutcome) {
    if (outcome.kind === 'settled') return onSettled(outcome)
    if (outcome.kind === 'changed') return location.reload()
    const { message, isUnconfirmed = failure?.isUnconfirmed ?? false } = outcome
    flushSync(() => {
      setBusy(false)
      setFailure({ message, isUnconfirmed })
    })
    block.current?.focus()
  }

  const comeBack = useEffectEvent(end)
  useEffect(() => {
    const clientSecret = returnedSecret()
    if (clientSecret !== null)
      void settleLinkReturn(clientSecret, amount).then((outcome) => comeBack(outcome))
  }, [amount])

  return (
    <form
      className={styles.form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <section className={styles.section} aria-labelledby="payment">
        <h2 id="payment">{words.payment}</h2>
        <CardEntryBox ref={cardBox} entry={cardEntry} disabled={busy} total={cents} onReady={setReady} />
      </section>
      {failure !== null && (
        <p ref={block} className={styles.error} role="alert" tabIndex={-1}>
          {withMoney(failure.message, failure.isUnconfirmed)}
        </p>
      )}
      <Button type="submit" tone="red" disabled={busy || !ready}>
        {busy ? words.processing : words.payNow(amount)}
      </Button>
    </form>
  )
}
