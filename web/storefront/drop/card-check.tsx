import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import type { CardBox, CardConfirmation } from '#web/storefront/checkout/gateways/card-box.ts'
import formStyles from '#web/storefront/checkout/checkout-form.module.css'
import Button from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useWords } from '#web/ui/use-words.ts'
import { timeLimit } from '#web/visitor/time-limit.ts'
import styles from './room-page.module.css'

/** Loaded only where a draw asks for a card. */
const CardEntryBox = lazy(() => import('#web/storefront/checkout/gateways/card-entry-box.tsx'))

interface Props {
  entry: CardEntry
  /** The address of the drop. */
  drop: string
  /** The client secret of a card that was checked already; empty: none was. */
  first: string
  error: string | undefined
}

/** In a form: its card is checked at the gateway before the form is sent, with the secret of the check. */
export default function CardCheck({ entry, drop, first, error }: Props) {
  const words = useWords('draw')
  const [secret, setSecret] = useState(first)
  const [fault, setFault] = useState(error ?? null)
  const [isReady, setReady] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<CardBox>(null)
  const said = useRef<HTMLParagraphElement>(null)

  const check = useEffectEvent(async (form: HTMLFormElement, submitter: HTMLElement | null) => {
    if (isBusy) return
    if (!isReady || box.current === null) return setFault(words.cardLoading)
    if (!box.current.check()) return
    setBusy(true)
    setFault(null)
    const checked = await checkedAt(box.current, drop, new FormData(form)).catch(() => ({ fault: '' }))
    flushSync(() => {
      setBusy(false)
      if ('fault' in checked) setFault(checked.fault || words.noCheck)
      else setSecret(checked.secret)
    })
    if ('secret' in checked) form.requestSubmit(submitter)
    else said.current?.focus()
  })
  const isChecked = useEffectEvent(() => secret !== '')

  useEffect(() => {
    const form = field.current?.form
    if (!form) return
    function submitted(event: SubmitEvent) {
      if (isChecked()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void check(form!, event.submitter)
    }
    form.addEventListener('submit', submitted, { capture: true })
    return () => form.removeEventListener('submit', submitted, { capture: true })
  }, [])

  return (
    <fieldset className={formStyles.section}>
      <legend>
        <h2>{words.card}</h2>
      </legend>
      <div className={`${formStyles.wide} ${styles.card}`}>
        <input ref={field} type="hidden" name="card" value={secret} />
        <p>{words.cardNext}</p>
        {fault !== null && (
          <p ref={said} className={formStyles.error} role="alert" tabIndex={-1}>
            {fault}
          </p>
        )}
        <noscript>
          <p>{words.cardWithout}</p>
        </noscript>
        {hydrated && secret === '' && (
          <Suspense>
            <CardEntryBox ref={box} entry={entry} disabled={isBusy} total={null} onReady={setReady} />
          </Suspense>
        )}
        <p role="status">{isBusy ? words.cardChecking : secret === '' ? '' : words.cardChecked}</p>
        {secret !== '' && (
          <Button tone="plain" onClick={() => setSecret('')}>
            {words.otherCard}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const answerSchema = v.union([v.object({ clientSecret: v.string() }), v.object({ title: v.string() })])
const TIMEOUT_MS = 30_000

/** Has the card of the box checked. An empty fault: there was no answer. */
async function checkedAt(
  box: CardBox,
  drop: string,
  typed: FormData,
): Promise<{ secret: string } | { fault: string }> {
  const wrong = await box.collect?.()
  if (wrong) return { fault: wrong }
  const response = await fetch('/api/drops/card-check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ drop }),
    signal: timeLimit(TIMEOUT_MS),
  })
  const answer = v.parse(answerSchema, await response.json())
  if ('title' in answer) return { fault: answer.title }
  const text = (name: string) => String(typed.get(name) ?? '')
  const confirmed: CardConfirmation = await box.confirm(answer.clientSecret, {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    address: {
      line1: text('address'),
      city: text('city'),
      country: text('country'),
      postal_code: text('postal'),
    },
  })
  if ('error' in confirmed) return { fault: confirmed.error }
  return confirmed.status === 'succeeded' ? { secret: answer.clientSecret } : { fault: '' }
}
