import type { ReactNode } from 'react'
import { ROLE_WORDS } from '#domain/staff/role-words.ts'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'
import styles from './people-page.module.css'

/** A member in the columns of the table, without the actions. */
export function personCells(person: PersonView, isOwn: boolean): ReactNode[] {
  return [
    <span key="email" className={styles.email}>
      {person.email}
      {isOwn && <span className={styles.you}>You</span>}
    </span>,
    <span key="role" className={styles.state}>
      {ROLE_WORDS[person.role].label}
    </span>,
    <span key="state" className={styles.state} data-state={person.isDisabled ? 'disabled' : 'active'}>
      {person.isDisabled ? 'Disabled' : 'Active'}
    </span>,
    factorWords(person),
    person.lastSignedInAt || 'Never',
    person.openSessions === 0 ? 'None' : `${person.openSessions} open`,
  ]
}

/** An invitation in the same columns. */
export function invitationCells({ email, role, isExpired, expiresAt }: InvitationView): ReactNode[] {
  return [
    <span key="email" className={styles.email}>
      {email}
    </span>,
    <span key="role" className={styles.state}>
      {ROLE_WORDS[role].label}
    </span>,
    <span key="state">
      <span className={styles.state} data-state="invited">
        {isExpired ? 'Invitation expired' : 'Invited'}
      </span>{' '}
      <span className={`${styles.quiet} ${styles.until}`}>
        {isExpired ? `on ${expiresAt}` : `until ${expiresAt}`}
      </span>
    </span>,
    '–',
    '–',
    '–',
  ]
}

function factorWords({ hasApp, passkeys }: PersonView): string {
  const keys = passkeys === 0 ? [] : [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`]
  return [...(hasApp ? ['App'] : []), ...keys].join(', ') || 'None'
}
