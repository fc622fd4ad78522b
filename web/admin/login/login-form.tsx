import { useState, type SubmitEvent } from 'react'
import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import { call } from '#web/admin/call-staff-api.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import form from '#web/admin/form.module.css'
import type { CodeStep } from './code-form.tsx'
import { resetMessage, signInMessage } from './messages.ts'

interface LoginFormProps {
  mode: 'login' | 'reset'
  email: string
  onEmail: (email: string) => void
  onResetSent: (email: string) => void
  /** The password was right, and a code comes next. */
  onNeedsCode: (step: CodeStep) => void
  /** Why the form is shown again. */
  message?: string | null
}

export default function LoginForm({
  mode,
  email,
  onEmail,
  onResetSent,
  onNeedsCode,
  message = null,
}: LoginFormProps) {
  const hydrated = useHydrated()
  const [password, setPassword] = useState('')
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState(message)

  async function signIn() {
    const answer = await call('POST /api/staff/sign-in', {
      body: {
        email,
        password,
      },
    })
    if (answer.kind === 'done' && 'needsCode' in answer.value) return onNeedsCode(answer.value)
    if (answer.kind === 'done') return window.location.replace('/admin') // which leads on to what the role allows
    setRefusal(signInMessage(answer))
    setProcessing(false)
  }

  async function sendResetLink() {
    const answer = await call('POST /api/staff/request-reset', { body: { email } })
    if (answer.kind === 'done') return onResetSent(email.trim())
    setRefusal(resetMessage(answer))
    setProcessing(false)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setProcessing(true)
    setRefusal(null)
    void (mode === 'login' ? signIn() : sendResetLink())
  }

  return (
    <form className={form.stack} method="post" onSubmit={submit}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete={mode === 'login' ? 'username webauthn' : 'username'}
        inputMode="email"
        maxLength={MAX_EMAIL_LENGTH}
        required
        value={email}
        onChange={({ target }) => onEmail(target.value)}
      />
      {mode === 'login' && (
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.most}
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      <RefusalBlock message={refusal} />
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : mode === 'login' ? 'Sign in' : 'Send Reset Link'}
      </Button>
    </form>
  )
}
