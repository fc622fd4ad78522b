import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'
import { invitationsEnd } from './role-dialog.tsx'
import type { ActionEnd, usePeople } from './use-people.ts'

/** What an owner is about to do, and to whom. */
export type PeopleTask =
  | { kind: 'role' | 'disable' | 'end-sessions' | 'reset-second-factor'; person: PersonView }
  | { kind: 'withdraw'; invitation: InvitationView }

interface PeopleDialogProps {
  task:
    | Exclude<PeopleTask, { kind: 'role' }>
    | (PeopleTask & { kind: 'disable' | 'end-sessions' | 'reset-second-factor' })
  ownEmail: string
  busy: boolean
  staff: ReturnType<typeof usePeople>
  onAct: (acting: Promise<ActionEnd>, done: string) => void
  onClose: () => void
}

/** Asks before access is removed. */
export default function PeopleDialog({ task, ownEmail, busy, staff, onAct, onClose }: PeopleDialogProps) {
  const asked = { no: 'Cancel', busy, onNo: onClose }
  if (task.kind === 'withdraw') {
    const { email } = task.invitation
    return (
      <ConfirmDialog
        {...asked}
        question="Withdraw this invitation?"
        detail={`The link that was emailed to ${email} stops working.`}
        yes="Withdraw"
        onYes={() => onAct(staff.withdraw(task.invitation), `The invitation to ${email} is withdrawn.`)}
      />
    )
  }
  const { person } = task
  const isOwn = person.email === ownEmail
  if (task.kind === 'reset-second-factor') {
    return (
      <ConfirmDialog
        {...asked}
        question="Reset the second factor?"
        detail={`Make sure that it is really ${person.email} asking, for example by calling them. Their authenticator app, passkeys and recovery codes are removed, every session ends, and the password alone signs them in again. They get an email.`}
        yes="Reset"
        onYes={() =>
          onAct(
            staff.changePerson(person, 'reset-second-factor'),
            `${person.email} can sign in with the password alone.`,
          )
        }
      />
    )
  }
  if (task.kind === 'end-sessions') {
    return (
      <ConfirmDialog
        {...asked}
        question={isOwn ? 'End your other sessions?' : 'End these sessions?'}
        detail={
          isOwn
            ? 'You stay signed in here, and are signed out everywhere else.'
            : `${person.email} is signed out everywhere, and can sign in again with the password.`
        }
        yes="End sessions"
        onYes={() =>
          onAct(
            staff.changePerson(person, 'end-sessions'),
            isOwn ? 'Your other sessions have ended.' : `${person.email} is signed out everywhere.`,
          )
        }
      />
    )
  }
  return (
    <ConfirmDialog
      {...asked}
      question={isOwn ? 'Disable your own account?' : 'Disable this account?'}
      detail={`${
        isOwn
          ? 'You’ll be signed out right away, and can’t sign in again until another owner enables your account.'
          : `${person.email} will be signed out everywhere right away, and can’t sign in until an owner enables the account again. They’ll get an email.`
      }${person.role === 'owner' ? ` ${invitationsEnd(isOwn)}` : ''}`}
      yes={isOwn ? 'Disable my account' : 'Disable'}
      onYes={() => onAct(staff.changePerson(person, 'disable'), `${person.email} is disabled.`)}
    />
  )
}
