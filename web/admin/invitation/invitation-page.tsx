import { useState } from 'react'
import Entrance from '#web/admin/entrance.tsx'
import type { FrameProps } from '#web/page.ts'
import LinkButton from '#web/ui/link-button.tsx'
import AcceptForm, { type OpenInvitation } from './accept-form.tsx'

export interface InvitationPageProps {
  frame: FrameProps
  /** Null when the link is no longer valid. */
  invitation: OpenInvitation | null
  /** The service that keeps the accounts; null: the shop. */
  accountsAt: string | null
  /** Who is signed in in this browser; null: nobody. */
  signedInAs: string | null
  /** The accounts are unavailable, so the link cannot be checked. */
  isUnavailable: boolean
}

const TITLE = 'Join the Staff'

/** Accepts an invitation to the staff. */
export default function InvitationPage(props: InvitationPageProps) {
  const { frame, invitation, accountsAt, signedInAs, isUnavailable } = props
  const [state, setState] = useState<'asking' | 'joined' | 'run-out'>(invitation ? 'asking' : 'run-out')
  if (isUnavailable) {
    return (
      <Entrance frame={frame} title={TITLE}>
        <p>
          Staff accounts are unavailable at the moment. Your link is still valid: open it again in a few
          minutes.
        </p>
      </Entrance>
    )
  }
  if (state === 'joined') {
    return (
      <Entrance frame={frame} title="Welcome" replaces>
        <p>
          Sign in with your {accountsAt} account. If you have not set its password yet, choose “Forgot your
          password?” on the next page.
        </p>
        <LinkButton href="/admin">Sign in</LinkButton>
      </Entrance>
    )
  }
  if (invitation === null || state === 'run-out') {
    return (
      <Entrance frame={frame} title={TITLE} replaces={invitation !== null}>
        <p>
          This link has expired or has already been used. If you have already accepted the invitation, sign
          in. Otherwise, ask the owner who invited you for a new one.
        </p>
        <LinkButton href="/admin">Sign in</LinkButton>
      </Entrance>
    )
  }
  return (
    <Entrance frame={frame} title={TITLE}>
      <p>
        {invitation.invitedBy} has invited you to join as {invitation.role}. {invitation.allowed}
      </p>
      {signedInAs !== null && (
        <p>You are signed in as {signedInAs}. Accepting signs that account out in this browser.</p>
      )}
      <AcceptForm
        invitation={invitation}
        accountsAt={accountsAt}
        onJoined={() => setState('joined')}
        onRunOut={() => setState('run-out')}
      />
    </Entrance>
  )
}
