import { useState, type SubmitEvent } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import form from '#web/admin/form.module.css'
import NewPasswordField, { useNewPassword } from './new-password-field.tsx'

interface NewPasswordFormProps {
  token: string
  onDone: () => void
  onRunOut: () => void
}

export default function NewPasswordForm({ token, onDone, onRunOut }: NewPasswordFormProps) {
  const hydrated = useHydrated()
  const password = useNewPassword(null)
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setRefusal(null)
    if (!password.check()) return
    setProcessing(true)
    const answer = await call('POST /api/staff/reset-password', { body: { token, password: password.typed } })
    setProcessing(false)
    if (answer.kind === 'done') onDone()
    else if (answer.code === 'invalid-link') onRunOut()
    else if (answer.fields['password']) password.refuse(answer.fields['password'])
    else setRefusal(answer.title ?? 'The password could not be set. Please try again.')
  }

  return (
    <form className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
      <NewPasswordField label="New password" password={password} />
      <RefusalBlock message={refusal} />
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : 'Set new password'}
      </Button>
    </form>
  )
}
