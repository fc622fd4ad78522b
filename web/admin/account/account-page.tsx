import { useState } from 'react'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import ChangeAddressForm, { type WantedAddress } from './change-address-form.tsx'
import ChangePasswordForm from './change-password-form.tsx'
import styles from './account-page.module.css'
import SecondFactorSections from '#web/admin/second-factor/second-factor-sections.tsx'
import { useSecondFactor } from '#web/admin/second-factor/use-second-factor.ts'
import type { SecondFactorView } from '#web/views/staff/second-factor-view.ts'
import SessionList, { type SessionView } from './session-list.tsx'

export interface AccountPageProps {
  frame: StaffFrameProps
  /** The service that stores the accounts; null: the shop. */
  accountsAt: string | null
  /** The address that waits for its link to be used. */
  wantedAddress: WantedAddress | null
  secondFactor: SecondFactorView
  /** Newest first. */
  sessions: SessionView[]
  /** Newest first. */
  events: EventView[]
}

/** The member's password, address, second factors, sessions and latest events. */
export default function AccountPage({
  frame,
  accountsAt,
  wantedAddress,
  secondFactor,
  sessions: given,
  events,
}: AccountPageProps) {
  const [sessions, setSessions] = useState(given)
  const keepOnlyThisOne = () => setSessions((all) => all.filter(({ isThisOne }) => isThisOne))
  const factor = useSecondFactor(secondFactor, keepOnlyThisOne)
  return (
    <StaffFrame frame={frame} title="Account" here="/admin/account">
      <div className={styles.account}>
        <div className={styles.column}>
          <ChangePasswordForm email={frame.email} accountsAt={accountsAt} onChanged={keepOnlyThisOne} />
          {accountsAt === null && <ChangeAddressForm email={frame.email} wanted={wantedAddress} />}
          <SecondFactorSections factor={factor} />
        </div>
        <div className={styles.column}>
          <SessionList
            sessions={sessions}
            onEnded={(id) => setSessions((all) => all.filter((session) => session.id !== id))}
            onOthersEnded={keepOnlyThisOne}
          />
          <EventList events={events} />
        </div>
      </div>
    </StaffFrame>
  )
}

/** A staff event as display text. The time is in the shop's time zone. */
interface EventView {
  id: number
  words: string
  at: string
  /** Browser and network, where known. */
  from: string
}

/** Newest first. It helps a member notice a sign-in that was not theirs. */
function EventList({ events }: { events: EventView[] }) {
  return (
    <section className={styles.section} aria-labelledby="events">
      <h2 id="events">Recent sign-ins and exports</h2>
      {events.length === 0 ? (
        <p className={styles.details}>Nothing yet.</p>
      ) : (
        <ul className={styles.sessions}>
          {events.map(({ id, words, at, from }) => (
            <li key={id} className={styles.session}>
              <div>
                <p className={styles.browser}>{words}</p>
                <p className={styles.details}>{from === '' ? at : `${at}, ${from}`}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.details}>
        Kept for a year. If you don’t recognize one, change your password: that ends every other session.
      </p>
    </section>
  )
}
