import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ROLE_WORDS } from '#domain/staff/role-words.ts'
import inbox from '#web/admin/list/inbox.module.css'
import Table from '#web/admin/list/table.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'
import PeopleDialog, { type PeopleTask } from './people-dialog.tsx'
import PersonActions, { InvitationActions } from './person-actions.tsx'
import { invitationCells, personCells } from './people-cells.tsx'
import RoleDialog from './role-dialog.tsx'
import styles from './people-page.module.css'
import type { ActionEnd, usePeople } from './use-people.ts'

const COLUMNS = ['Email', 'Role', 'Status', 'Second factor', 'Last sign-in', 'Sessions', 'Actions'].map(
  (label) => ({ label, isBrief: ['Role', 'Status', 'Sessions'].includes(label) }),
)

interface PeopleTableProps {
  staff: ReturnType<typeof usePeople>
  ownEmail: string
}

/** Everyone on the staff, and those who are invited. */
export default function PeopleTable({ staff, ownEmail }: PeopleTableProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [task, setTask] = useState<PeopleTask | null>(null)
  const [busy, setBusy] = useState(false)
  const { people, invitations } = staff
  const owners = people.filter(({ role, isDisabled }) => role === 'owner' && !isDisabled)

  /** Ends an action: the dialog closes first, so that toast and focus belong to the page. */
  async function carryOut(acting: Promise<ActionEnd>, done: string) {
    setBusy(true)
    const end = await acting
    flushSync(() => {
      setBusy(false)
      setTask(null)
    })
    heading.current?.focus()
    if (end.kind === 'done') showToast('success', done)
    else showToast('error', end.words, 6_000)
  }

  const personRow = (person: PersonView) => ({
    key: person.id,
    cells: [
      ...personCells(person, person.email === ownEmail),
      <PersonActions
        key="actions"
        person={person}
        isOwn={person.email === ownEmail}
        isOnlyOwner={owners.length === 1 && owners[0]?.id === person.id}
        disabled={busy}
        onTask={setTask}
        onEnable={() =>
          void carryOut(staff.changePerson(person, 'enable'), `${person.email} can sign in again.`)
        }
      />,
    ],
  })

  const invitationRow = (invitation: InvitationView) => ({
    key: invitation.id,
    cells: [
      ...invitationCells(invitation),
      <InvitationActions
        key="actions"
        invitation={invitation}
        disabled={busy}
        onTask={setTask}
        onSendAgain={() =>
          void carryOut(staff.sendAgain(invitation), `Invitation resent to ${invitation.email}.`)
        }
      />,
    ],
  })

  return (
    <section className={styles.list} aria-labelledby="people">
      <div className={styles.head}>
        <h2 id="people" ref={heading} tabIndex={-1}>
          {people.length === 1 ? '1 person' : `${people.length} people`}
          {invitations.length > 0 && `, ${invitations.length} invited`}
        </h2>
        <a className={inbox.open} href="#invite">
          Invite someone
        </a>
      </div>
      <Table
        caption="People on the staff, and invitations"
        columns={COLUMNS}
        rows={[...invitations.map(invitationRow), ...people.map(personRow)]}
      />
      {task?.kind === 'role' && (
        <RoleDialog
          person={task.person}
          isOwn={task.person.email === ownEmail}
          busy={busy}
          onRole={(role) =>
            void carryOut(
              staff.changePerson(task.person, 'role', role),
              `${task.person.email} is now ${ROLE_WORDS[role].asOne}.`,
            )
          }
          onClose={() => setTask(null)}
        />
      )}
      {task && task.kind !== 'role' && (
        <PeopleDialog
          task={task}
          ownEmail={ownEmail}
          busy={busy}
          staff={staff}
          onAct={(acting, done) => void carryOut(acting, done)}
          onClose={() => setTask(null)}
        />
      )}
    </section>
  )
}
