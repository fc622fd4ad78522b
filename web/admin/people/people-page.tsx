import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'
import InviteForm from './invite-form.tsx'
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

/** A change of who is staff, as display text. */
interface PeopleEventView {
  id: number
  words: string
  at: string
  by: string
}

/** The latest changes of who is staff: who made which, and when. */
function PeopleHistory({ events }: { events: PeopleEventView[] }) {
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">Recent changes</h2>
      {events.length === 0 ? (
        <p className={styles.quiet}>Nothing yet.</p>
      ) : (
        <ul className={styles.history}>
          {events.map(({ id, words, at, by }) => (
            <li key={id}>
              <p className={styles.words}>{words}</p>
              <p className={styles.quiet}>
                {at}, by {by}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        <a href="/admin/activity">Activity</a> shows everything that staff have done.
      </p>
    </section>
  )
}
