import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { newPassword, PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
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
  const [wrong, setWrong] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setRefusal(null)
    const typed = v.safeParse(newPassword, password)
    setWrong(typed.issues?.[0].message)
    if (!typed.success) return
    setProcessing(true)
    const answer = await postAsStaff('/api/staff/reset-password', { token, password })
    setProcessing(false)
    if (answer.kind === 'done') onDone()
    else if (answer.code === 'invalid-link') onRunOut()
    else if (answer.fields['password']) setWrong(answer.fields['password'])
    else setRefusal(answer.title ?? 'The password could not be set. Please try again.')
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
        hint={`At least ${PASSWORD_LENGTH.least} characters, and none of the most used passwords.`}
        error={wrong}
        required
        value={password}
        onChange={({ target }) => {
          setPassword(target.value)
          setWrong(undefined)
        }}
      />
      <RefusalBlock message={refusal} />
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : 'Set new password'}
      </Button>
    </form>
  )
}
