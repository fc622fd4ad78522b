import { useState, type SubmitEvent } from 'react'
import { PASSWORD_LENGTH } from '#domain/staff-forms.ts'
import { postAsStaff } from '#web/admin/ask-staff.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import form from '#web/admin/form.module.css'

interface NewPasswordFormProps {
  token: string
  onDone: () => void
  onRunOut: () => void
}

export default function NewPasswordForm({ token, onDone, onRunOut }: NewPasswordFormProps) {
  const hydrated = useHydrated()
  const [password, setPassword] = useState('')
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setProcessing(true)
    setRefusal(null)
    const answer = await postAsStaff('/api/staff/reset-password', { token, password })
    setProcessing(false)
    if (answer.kind === 'done') onDone()
    else if (answer.code === 'invalid-link') onRunOut()
    else {
      setRefusal(
        answer.fields['password'] ?? answer.title ?? 'The password could not be set. Please try again.',
      )
    }
  }

  return (
    <form className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
      <Field
        label="New password"
        name="new-password"
        type="password"
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH.least}
        maxLength={PASSWORD_LENGTH.most}
        hint={`At least ${PASSWORD_LENGTH.least} characters.`}
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <RefusalBlock message={refusal} />
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : 'Set new password'}
      </Button>
    </form>
  )
}
