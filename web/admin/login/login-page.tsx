import { useState } from 'react'
import Entrance from '#web/admin/entrance.tsx'
import type { FrameProps } from '#web/page.ts'
import form from '#web/admin/form.module.css'
import ResetSent from './reset-sent.tsx'
import CodeForm, { type CodeStep } from './code-form.tsx'
import PasskeyButton from './passkey-button.tsx'
import LoginForm from './login-form.tsx'

export interface LoginPageProps {
  frame: FrameProps
  /** The shop has passkeys: it keeps the accounts, and browsers accept passkeys at its address. */
  takesPasskeys: boolean
}

/** Spec 2, admin login: sign in, or request a reset mail. */
export default function LoginPage({ frame, takesPasskeys }: LoginPageProps) {
  const [mode, setMode] = useState<'login' | 'reset'>('login')
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<CodeStep | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)

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
        <CodeForm
          step={step}
          onOver={(why) => {
            setMessage(why)
            setStep(null)
          }}
        />
        <button type="button" className={form.toggle} onClick={() => setStep(null)}>
          Back to login
        </button>
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
