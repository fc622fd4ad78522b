import { useState } from 'react'
import Entrance from '#web/admin/entrance.tsx'
import type { FrameProps } from '#web/page.ts'
import form from '#web/admin/form.module.css'
import ResetSent from './reset-sent.tsx'
import LoginForm from './login-form.tsx'

export interface LoginPageProps {
  frame: FrameProps
}

/** Spec 2, admin login: sign in, or request a reset mail. */
export default function LoginPage({ frame }: LoginPageProps) {
  const [mode, setMode] = useState<'login' | 'reset'>('login')
  const [email, setEmail] = useState('')
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
  return (
    <Entrance frame={frame} title={mode === 'login' ? 'Admin Login' : 'Reset Password'}>
      <LoginForm key={mode} mode={mode} email={email} onEmail={setEmail} onResetSent={setSentTo} />
      <button
        type="button"
        className={form.toggle}
        onClick={() => setMode(mode === 'login' ? 'reset' : 'login')}
      >
        {mode === 'login' ? 'Forgot your password?' : 'Back to login'}
      </button>
    </Entrance>
  )
}
