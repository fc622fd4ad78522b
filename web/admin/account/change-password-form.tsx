import { useState, type SubmitEvent } from 'react'
import { PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import NewPasswordField, { useNewPassword } from '#web/admin/new-password/new-password-field.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import form from '#web/admin/form.module.css'
import { showToast } from '#web/ui/toast.tsx'
import styles from './account-page.module.css'

interface ChangePasswordFormProps {
  email: string
  accountsAt: string | null
  onChanged: () => void
}

export default function ChangePasswordForm({ email, accountsAt, onChanged }: ChangePasswordFormProps) {
  const hydrated = useHydrated()
  const [current, setCurrent] = useState('')
  const next = useNewPassword(email)
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [wrong, setWrong] = useState<{ current?: string }>({})
  const part = useFocusOnWrong(wrong)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setRefusal(null)
    setWrong({})
    if (!next.check()) return
    setProcessing(true)
    const answer = await call('POST /api/staff/change-password', { body: { current, next: next.typed } })
    setProcessing(false)
    if (answer.kind === 'done') {
      setCurrent('')
      next.change('')
      showToast('success', 'Password changed. Your other sessions have ended.')
      onChanged()
    } else if (answer.code === 'signed-out') {
      window.location.replace('/admin')
    } else if (answer.fields['next']) {
      next.refuse(answer.fields['next'])
    } else {
      const words = answer.fields['current'] ?? answer.title
      const isAboutCurrent = answer.code === 'wrong-password' || 'current' in answer.fields
      if (isAboutCurrent && words !== null) setWrong({ current: words })
      else setRefusal(words ?? 'The password could not be changed. Please try again.')
    }
  }

  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password">Password</h2>
      {accountsAt && (
        <p>
          You sign in with your {accountsAt} account. A new password applies wherever that account is used.
        </p>
      )}
      <form ref={part} className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label="Current password"
          name="current-password"
          type="password"
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.most}
          error={wrong.current}
          required
          value={current}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <NewPasswordField
          label="New password"
          hint=" Changing it ends your other sessions."
          password={next}
        />
        <RefusalBlock message={refusal} />
        <Button type="submit" disabled={processing || !hydrated}>
          {processing ? 'Processing...' : 'Change password'}
        </Button>
      </form>
    </section>
  )
}
