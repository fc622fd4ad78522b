import { useState, type SubmitEvent } from 'react'
import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import styles from './account-page.module.css'

/** An address that was asked for and not confirmed, and when its link ends. */
export interface WantedAddress {
  email: string
  until: string
}

interface ChangeAddressFormProps {
  email: string
  wanted: WantedAddress | null
}

/** The address that the member signs in with. */
export default function ChangeAddressForm({ email, wanted }: ChangeAddressFormProps) {
  const hydrated = useHydrated()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [wrong, setWrong] = useState<{ email?: string; password?: string }>({})
  const part = useFocusOnWrong(wrong)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setRefusal(null)
    setWrong({})
    setProcessing(true)
    const answer = await call('POST /api/staff/change-address', { body: { email: typed, password } })
    if (answer.kind === 'done') return window.location.reload()
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    setProcessing(false)
    const { email: ofEmail, password: ofPassword } = answer.fields
    const aboutPassword = answer.code === 'wrong-password' ? answer.title : ofPassword
    const aboutEmail = answer.code === 'taken' ? answer.title : ofEmail
    if (aboutEmail || aboutPassword)
      setWrong({
        ...(aboutEmail && { email: aboutEmail }),
        ...(aboutPassword && { password: aboutPassword }),
      })
    else setRefusal(answer.title ?? 'The address could not be changed. Please try again.')
  }

  async function keep() {
    if (processing) return
    setRefusal(null)
    setProcessing(true)
    const answer = await call('POST /api/staff/keep-address')
    if (answer.kind === 'done') return window.location.reload()
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    setProcessing(false)
    setRefusal(answer.title ?? 'The change could not be cancelled. Please try again.')
  }

  return (
    <section className={styles.section} aria-labelledby="address">
      <h2 id="address">Address</h2>
      <p>
        You sign in as {email}. A new address counts once you use the link that is emailed to it; both
        addresses are told.
      </p>
      {wanted && (
        <div className={form.stack}>
          <p role="status">
            Waiting for {wanted.email} (its link works until {wanted.until}). Did no email come? Ask again
            below.
          </p>
          <Button tone="plain" disabled={processing || !hydrated} onClick={() => void keep()}>
            Keep {email}
          </Button>
        </div>
      )}
      <form ref={part} className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
        <Field
          label="New email address"
          name="new-email"
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={MAX_EMAIL_LENGTH}
          error={wrong.email}
          required
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Field
          label="Your password"
          name="password-for-address"
          type="password"
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.most}
          error={wrong.password}
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <RefusalBlock message={refusal} />
        <Button type="submit" disabled={processing || !hydrated}>
          {processing ? 'Processing...' : 'Change address'}
        </Button>
      </form>
    </section>
  )
}
