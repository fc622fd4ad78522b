import { useState } from 'react'
import Entrance from '#web/admin/entrance.tsx'
import type { FrameProps } from '#web/page.ts'
import LinkButton from '#web/ui/link-button.tsx'
import NewPasswordForm from './new-password-form.tsx'

/**
 * `token`: from the link of the reset mail; null when the link is no longer valid. `isUnavailable`: the accounts are
 * unavailable, so the link cannot be checked.
 */
export interface NewPasswordPageProps {
  frame: FrameProps
  token: string | null
  isUnavailable: boolean
}

export default function NewPasswordPage({ frame, token, isUnavailable }: NewPasswordPageProps) {
  const [state, setState] = useState<'asking' | 'done' | 'run-out'>(token === null ? 'run-out' : 'asking')
  if (state === 'done') {
    return (
      <Entrance frame={frame} title="Password changed" replaces>
        <p>Your new password is set, and you’ve been signed out everywhere.</p>
        <LinkButton href="/admin">Sign in</LinkButton>
      </Entrance>
    )
  }
  if (isUnavailable) {
    return (
      <Entrance frame={frame} title="Reset Password">
        <p>
          Staff accounts are unavailable at the moment. Your link is still valid: open it again in a few
          minutes.
        </p>
        <LinkButton href="/admin">Back to login</LinkButton>
      </Entrance>
    )
  }
  if (token === null || state === 'run-out') {
    return (
      <Entrance frame={frame} title="Reset Password" replaces={token !== null}>
        <p>This link has expired or has already been used. Request a new one on the login page.</p>
        <LinkButton href="/admin">Back to login</LinkButton>
      </Entrance>
    )
  }
  return (
    <Entrance frame={frame} title="Reset Password">
      <NewPasswordForm token={token} onDone={() => setState('done')} onRunOut={() => setState('run-out')} />
    </Entrance>
  )
}
