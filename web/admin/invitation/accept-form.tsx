import { useState, type SubmitEvent } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import NewPasswordField, { useNewPassword } from '#web/admin/new-password/new-password-field.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'

/** A valid invitation and the token of its link. */
export interface OpenInvitation {
  token: string
  email: string
  invitedBy: string
  /** With its article. */
  role: string
  /** What the role allows, as a sentence. */
  allowed: string
}

interface AcceptFormProps {
  invitation: OpenInvitation
  accountsAt: string | null
  /** The member signs in elsewhere next. */
  onJoined: () => void
  onRunOut: () => void
}

export default function AcceptForm({ invitation, accountsAt, onJoined, onRunOut }: AcceptFormProps) {
  const { token, email } = invitation
  const hydrated = useHydrated()
  const password = useNewPassword(email)
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const setsPassword = accountsAt === null

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setRefusal(null)
    if (setsPassword && !password.check()) return
    setProcessing(true)
    const answer = await call('POST /api/staff/accept-invitation', {
      body: {
        token,
        ...(setsPassword && { password: password.typed }),
      },
    })
    if (answer.kind === 'done' && answer.value.isSignedIn) return window.location.replace('/admin')
    setProcessing(false)
    if (answer.kind === 'done') onJoined()
    else if (answer.code === 'invalid-link') onRunOut()
    else if (answer.fields['password']) password.refuse(answer.fields['password'])
    else
      setRefusal(
        answer.title ?? 'The shop did not respond. Try again. If the link has already been used, sign in.',
      )
  }

  return (
    <form className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
      <Field label="Email" name="username" type="email" autoComplete="username" value={email} readOnly />
      {setsPassword && <NewPasswordField label="Choose a password" password={password} />}
      <RefusalBlock message={refusal} />
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : 'Accept the invitation'}
      </Button>
    </form>
  )
}
