import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import styles from './erasure-page.module.css'
import { amountWords, type ErasurePreview } from '#web/views/orders/erasure-view.ts'
import FoundData from './found-data.tsx'

/** Searches what is stored under an address, shows it, and deletes it after a confirmation. */
export default function EraseForm({ first }: { first: ErasurePreview | null }) {
  const [email, setEmail] = useState(first?.email ?? '')
  const [found, setFound] = useState(first)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [done, setDone] = useState<string | null>(null)
  const result = useRef<HTMLDivElement>(null)

  async function lookUp(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const input = event.currentTarget.querySelector('input')
    begin()
    const answer = await call('POST /api/staff/erasures/preview', { body: { email } })
    flushSync(() => {
      setBusy(false)
      if (answer.kind === 'done') setFound(answer.value)
      else refuse(answer)
    })
    if (answer.kind === 'done') result.current?.focus()
    else if (Object.keys(answer.fields).length > 0) input?.focus()
  }

  async function erase() {
    if (found === null || busy) return
    begin()
    const answer = await call('POST /api/staff/erasures', {
      body: { email: found.email },
    })
    flushSync(() => {
      setBusy(false)
      setAsking(false)
      if (answer.kind === 'done') {
        setFound(null)
        setEmail('')
        setDone(`Deleted: ${amountWords(answer.value)}.`)
      } else {
        if (answer.current) setFound(answer.current)
        refuse(answer)
      }
    })
    result.current?.focus()
  }

  function begin() {
    setBusy(true)
    setRefusal(null)
    setWrong(undefined)
    setDone(null)
  }

  function refuse(answer: StaffAnswer<unknown> & { kind: 'refused' }) {
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    const [first] = Object.values(answer.fields)
    setWrong(first)
    if (first === undefined)
      setRefusal(answer.title ?? 'The shop did not respond. Look up the address again.')
  }

  return (
    <section className={styles.section} aria-labelledby="customer">
      <h2 id="customer">Customer</h2>
      <form className={form.stack} method="post" onSubmit={(event) => void lookUp(event)}>
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
          hint="You’ll see what is stored under it before anything is deleted."
          error={wrong}
          required
          value={email}
          onChange={({ target }) => {
            setEmail(target.value)
            setWrong(undefined)
            setFound(null)
          }}
        />
        <Button type="submit" tone="ink" disabled={busy}>
          Look up
        </Button>
      </form>
      <RefusalBlock message={refusal} />
      <div ref={result} className={styles.result} tabIndex={-1} role="group" aria-label="Result">
        <p role="status" className={styles.done}>
          {done}
        </p>
        {found && <FoundData found={found} disabled={busy} onErase={() => setAsking(true)} />}
      </div>
      {asking && found && (
        <ConfirmDialog
          question="Delete this customer’s data?"
          detail={`${amountWords({ ...found, orders: found.orders.length })} under ${found.email}: this data is permanently deleted. Each order keeps only what the books need. Emails that were already sent stay with their recipients. This cannot be undone.`}
          yes="Delete permanently"
          no="Cancel"
          busy={busy}
          onYes={() => void erase()}
          onNo={() => setAsking(false)}
        />
      )}
    </section>
  )
}
