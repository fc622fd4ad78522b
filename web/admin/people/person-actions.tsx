import inbox from '#web/admin/list/inbox.module.css'
import Button from '#web/ui/button.tsx'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'
import type { PeopleTask } from './people-dialog.tsx'
import styles from './people-page.module.css'

interface PersonActionsProps {
  person: PersonView
  isOwn: boolean
  /** The access of this account cannot be removed. */
  isOnlyOwner: boolean
  disabled: boolean
  onTask: (task: PeopleTask) => void
  onEnable: () => void
}

export default function PersonActions(props: PersonActionsProps) {
  const { person, isOwn, isOnlyOwner, disabled, onTask, onEnable } = props
  const { email, isDisabled, openSessions, hasApp, passkeys } = person
  const others = isOwn ? openSessions - 1 : openSessions
  if (!isDisabled && isOnlyOwner) {
    return <span className={styles.quiet}>The only owner: cannot be changed</span>
  }
  return (
    <div className={inbox.actions}>
      {isDisabled ? (
        <Button tone="plain" disabled={disabled} aria-label={`Enable ${email}`} onClick={onEnable}>
          Enable
        </Button>
      ) : (
        <>
          <Button
            tone="plain"
            disabled={disabled}
            aria-label={`Change role of ${email}`}
            onClick={() => onTask({ kind: 'role', person })}
          >
            Change role
          </Button>
          <Button
            tone="plain"
            disabled={disabled}
            aria-label={`Disable ${email}`}
            onClick={() => onTask({ kind: 'disable', person })}
          >
            Disable
          </Button>
        </>
      )}
      {!isOwn && (hasApp || passkeys > 0) && (
        <Button
          tone="plain"
          disabled={disabled}
          aria-label={`Reset the second factor of ${email}`}
          onClick={() => onTask({ kind: 'reset-second-factor', person })}
        >
          Reset second factor
        </Button>
      )}
      {others > 0 && (
        <Button
          tone="plain"
          disabled={disabled}
          aria-label={isOwn ? 'End other sessions' : `End sessions of ${email}`}
          onClick={() => onTask({ kind: 'end-sessions', person })}
        >
          {isOwn ? 'End other sessions' : 'End sessions'}
        </Button>
      )}
    </div>
  )
}

interface InvitationActionsProps {
  invitation: InvitationView
  disabled: boolean
  onTask: (task: PeopleTask) => void
  onSendAgain: () => void
}

export function InvitationActions({ invitation, disabled, onTask, onSendAgain }: InvitationActionsProps) {
  const { email } = invitation
  return (
    <div className={inbox.actions}>
      <Button tone="plain" disabled={disabled} aria-label={`Resend to ${email}`} onClick={onSendAgain}>
        Resend
      </Button>
      <Button
        tone="plain"
        disabled={disabled}
        aria-label={`Withdraw the invitation to ${email}`}
        onClick={() => onTask({ kind: 'withdraw', invitation })}
      >
        Withdraw
      </Button>
    </div>
  )
}
