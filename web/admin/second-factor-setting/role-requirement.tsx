import type { Role } from '#domain/staff/permissions.ts'
import { ROLE_PLURALS } from '#domain/staff/role-words.ts'
import styles from './second-factor-page.module.css'

interface Props {
  role: Role
  isRequired: boolean
  /** Owners cannot require a second factor of themselves before they have one. */
  isLocked: boolean
  /** Whether someone active has the role. */
  isStaffed: boolean
  /** The staff without a second factor. */
  without: readonly { email: string; role: Role }[]
  onChange(isRequired: boolean): void
}

/** Whether a role needs a second factor, and which of its members have none yet. */
export default function RoleRequirement(props: Props) {
  const { role, isRequired, isLocked, isStaffed, without, onChange } = props
  const left = without.filter((one) => one.role === role)
  return (
    <div className={styles.role}>
      <input
        id={role}
        type="checkbox"
        checked={isRequired}
        disabled={isLocked}
        aria-describedby={`${role}-means`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={role}>{ROLE_PLURALS[role]}</label>
        <p id={`${role}-means`} className={styles.quiet}>
          {isLocked ? (
            <>
              Set up a second factor for your own <a href="/admin/account">account</a> first.
            </>
          ) : !isStaffed ? (
            'No one has this role.'
          ) : left.length === 0 ? (
            'Everyone has one.'
          ) : (
            `Still without one: ${left.map(({ email }) => email).join(', ')}.`
          )}
        </p>
      </div>
    </div>
  )
}
