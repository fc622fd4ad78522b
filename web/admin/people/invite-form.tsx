import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { call } from '#web/admin/call-staff-api.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { InvitationView } from '#web/views/staff/people-view.ts'
import styles from './people-page.module.css'
import RoleField from './role-field.tsx'

interface InviteFormProps {
  accountsAt: string | null
  onInvited: (invitation: InvitationView) => void
}

/** Invites a person by email. */
export default function InviteForm({ accountsAt, onInvited }: InviteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('packer')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [refusal, setRefusal] = useState<string | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setWrong(undefined)
    setRefusal(null)
    const answer = await call('POST /api/staff/invitations', { body: { email, role } })
    flushSync(() => setBusy(false))
    const field = form.current?.querySelector<HTMLInputElement>('input[type="email"]')
    if (answer.kind === 'done') {
      setEmail('')
      onInvited(answer.value)
      showToast('success', `Invitation sent to ${answer.value.email}.`)
      field?.focus()
    } else if (answer.code === 'signed-out') {
      window.location.replace('/admin')
    } else if (answer.fields['email']) {
      setWrong(answer.fields['email'])
      field?.focus()
    } else {
      setRefusal(answer.title ?? 'It’s not clear whether this worked. Reload the page to check.')
    }
  }

  return (
    <section className={styles.section} aria-labelledby="invite">
      <h2 id="invite">Invite someone</h2>
      {accountsAt && (
        <p className={styles.quiet}>
          Staff sign in with {accountsAt} accounts: create one for the address there too.
        </p>
      )}
      <form
        ref={form}
        className={styles.invite}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
          hint="They get a link that works once, within seven days."
          error={wrong}
          required
          value={email}
          onChange={({ target }) => {
            setEmail(target.value)
            setWrong(undefined)
          }}
        />
        <RoleField role={role} onRole={setRole} />
        <RefusalBlock message={refusal} />
        <Button type="submit" className={styles.send} disabled={busy}>
          {busy ? 'Sending...' : 'Send invitation'}
        </Button>
      </form>
    </section>
  )
}
