import { useId, useState, type SubmitEvent } from 'react'
import type { Role } from '#domain/staff/permissions.ts'
import styles from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import type { PersonView } from '#web/views/staff/people-view.ts'
import RoleField from './role-field.tsx'

interface RoleDialogProps {
  person: PersonView
  isOwn: boolean
  busy: boolean
  onRole: (role: Role) => void
  onClose: () => void
}

/** What also ends when an owner is no longer one. */
export function invitationsEnd(isOwn: boolean): string {
  return `${isOwn ? 'Your open invitations' : 'Invitations that they sent'} are withdrawn.`
}

/** Gives a member another role. */
export default function RoleDialog({ person, isOwn, busy, onRole, onClose }: RoleDialogProps) {
  const id = useId()
  const [role, setRole] = useState(person.role)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    if (role === person.role) onClose()
    else onRole(role)
  }

  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-detail`}
      className={styles.medium}
      onDismiss={() => !busy && onClose()}
    >
      <form className={styles.form} onSubmit={submit}>
        <h2 id={`${id}-title`}>Change role</h2>
        <p id={`${id}-detail`}>
          {isOwn
            ? 'The new role applies right away, and you’ll get an email about it.'
            : `${person.email} is signed out everywhere, gets an email, and signs in again with the new role.`}
          {person.role === 'owner' && !person.isDisabled && ` ${invitationsEnd(isOwn)}`}
        </p>
        <RoleField role={role} onRole={setRole} />
        {isOwn && role !== person.role && (
          <Notice urgent>
            This is your own account. You will not be able to open this screen again, and only another owner
            can make you an owner.
          </Notice>
        )}
        <div className={styles.buttons}>
          <Button tone="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="red" type="submit" disabled={busy}>
            {busy ? 'Working...' : isOwn && role !== person.role ? 'Give up my role' : 'Save role'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
