import { useState, type SubmitEvent } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import Entrance from '#web/admin/entrance.tsx'
import type { FrameProps } from '#web/page.ts'
import form from '#web/admin/form.module.css'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import ResetSent from './reset-sent.tsx'
import CodeForm, { type CodeStep } from './code-form.tsx'
import PasskeyButton from './passkey-button.tsx'
import LoginForm from './login-form.tsx'
import { signInMessage } from './messages.ts'

export interface LoginPageProps {
  frame: FrameProps
  /** The shop has passkeys: it keeps the accounts, and browsers accept passkeys at its address. */
  takesPasskeys: boolean
  /** The token of the link that the first start printed. */
  link: string | null
}

/** Spec 2, admin login: sign in, or request a reset mail. */
export default function LoginPage({ frame, takesPasskeys, link }: LoginPageProps) {
  const [mode, setMode] = useState<'login' | 'reset'>('login')
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<CodeStep | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isWelcome, setIsWelcome] = useState(link !== null)

  function leaveStep(why: string | null) {
    setMessage(why)
    setStep(null)
    setIsWelcome(false)
  }

  if (sentTo !== null) {
    return (
      <ResetSent
        frame={frame}
        email={sentTo}
        onBack={() => {
          setSentTo(null)
          setMode('login')
        }}
      />
    )
  }
  if (step) {
    return (
      <Entrance frame={frame} title="Two-step verification">
        <CodeForm step={step} onOver={leaveStep} />
        <button type="button" className={form.toggle} onClick={() => leaveStep(null)}>
          Back to login
        </button>
      </Entrance>
    )
  }
  if (link !== null && isWelcome) {
    return (
      <Entrance frame={frame} title="Welcome">
        <LinkForm token={link} onNeedsCode={setStep} onRefused={leaveStep} />
      </Entrance>
    )
  }
  return (
    <Entrance frame={frame} title={mode === 'login' ? 'Admin Login' : 'Reset Password'}>
      <LoginForm
        key={mode}
        mode={mode}
        email={email}
        onEmail={setEmail}
        onResetSent={setSentTo}
        onNeedsCode={setStep}
        message={message}
      />
      <button
        type="button"
        className={form.toggle}
        onClick={() => setMode(mode === 'login' ? 'reset' : 'login')}
      >
        {mode === 'login' ? 'Forgot your password?' : 'Back to login'}
      </button>
      {mode === 'login' && takesPasskeys && <PasskeyButton isOffered />}
    </Entrance>
  )
}

interface LinkFormProps {
  token: string
  onNeedsCode: (step: CodeStep) => void
  onRefused: (why: string) => void
}

/** Signs in with the link of the first start: a press, so that programs which only follow links do not use it up. */
function LinkForm({ token, onNeedsCode, onRefused }: LinkFormProps) {
  const hydrated = useHydrated()
  const [processing, setProcessing] = useState(false)

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setProcessing(true)
    const answer = await call('POST /api/staff/link-sign-in', { body: { token } })
    if (answer.kind === 'done' && 'needsCode' in answer.value) return onNeedsCode(answer.value)
    if (answer.kind === 'done') return window.location.replace('/admin/start')
    onRefused(signInMessage(answer))
  }

  return (
    <form className={form.stack} method="post" onSubmit={(event) => void signIn(event)}>
      <p>This link signs you in as the owner of this shop. It works once.</p>
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : 'Sign in'}
      </Button>
    </form>
  )
}
