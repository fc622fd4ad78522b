import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { findPasswordFault, PASSWORD_FAULTS } from '#domain/staff/new-password.ts'
import { newPassword, PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import { postAsStaff } from '#web/admin/ask-staff.ts'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/admin/use-hydrated.ts'
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
  youCan: string
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
  const [password, setPassword] = useState('')
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const setsPassword = accountsAt === null

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setRefusal(null)
    const fault = setsPassword ? faultOf(password, email) : null
    setWrong(fault ?? undefined)
    if (fault !== null) return
    setProcessing(true)
    const answer = await postAsStaff<{ isSignedIn: boolean }>('/api/staff/accept-invitation', {
      token,
      ...(setsPassword && { password }),
    })
    if (answer.kind === 'done' && answer.value.isSignedIn) return window.location.replace('/admin')
    setProcessing(false)
    if (answer.kind === 'done') onJoined()
    else if (answer.code === 'invalid-link') onRunOut()
    else if (answer.fields['password']) setWrong(answer.fields['password'])
    else
      setRefusal(answer.title ?? 'The shop did not answer. Try again, or sign in if that says it was used.')
  }

  return (
    <form className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
      <Field label="Email" name="username" type="email" autoComplete="username" value={email} readOnly />
      {setsPassword && (
        <Field
          label="Choose a password"
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
      )}
      <RefusalBlock message={refusal} />
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : 'Accept the invitation'}
      </Button>
    </form>
  )
}

/** Why this password is refused before it is sent; null when it may be sent. */
function faultOf(password: string, email: string): string | null {
  const typed = v.safeParse(newPassword, password)
  if (!typed.success) return typed.issues[0].message
  const fault = findPasswordFault(password, { email })
  return fault && PASSWORD_FAULTS[fault]
}
