import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'
import InviteForm from './invite-form.tsx'
import PeopleHistory, { type PeopleEventView } from './people-history.tsx'
import PeopleTable from './people-table.tsx'
import styles from './people-page.module.css'
import { usePeople } from './use-people.ts'

export interface PeoplePageProps {
  frame: StaffFrameProps
  /** The service that keeps the accounts; null: the shop. */
  accountsAt: string | null
  people: PersonView[]
  invitations: InvitationView[]
  /** Newest first. */
  events: PeopleEventView[]
}

/** Who is on the staff: inviting, roles, access and sessions. */
export default function PeoplePage({ frame, accountsAt, people, invitations, events }: PeoplePageProps) {
  const staff = usePeople({ people, invitations, ownEmail: frame.email })
  return (
    <StaffFrame frame={frame} title="People" here="/admin/people">
      <div className={styles.page}>
        <PeopleTable staff={staff} ownEmail={frame.email} />
        <InviteForm accountsAt={accountsAt} onInvited={staff.addInvitation} />
        <PeopleHistory events={events} />
      </div>
    </StaffFrame>
  )
}
