import { useId } from 'react'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { ROLE_WORDS } from '#domain/staff/role-words.ts'
import styles from './people-page.module.css'

interface RoleFieldProps {
  role: Role
  onRole: (role: Role) => void
}

/** Chooses a role by what it allows. */
export default function RoleField({ role, onRole }: RoleFieldProps) {
  const id = useId()
  return (
    <fieldset className={styles.roles}>
      <legend>Role</legend>
      {ROLES.toReversed().map((name) => (
        <div key={name} className={styles.role}>
          <input
            id={`${id}-${name}`}
            type="radio"
            name={`${id}-role`}
            value={name}
            checked={name === role}
            aria-describedby={`${id}-${name}-can`}
            onChange={() => onRole(name)}
          />
          <div>
            <label htmlFor={`${id}-${name}`}>{ROLE_WORDS[name].label}</label>
            <p id={`${id}-${name}-can`} className={styles.quiet}>
              {ROLE_WORDS[name].can}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  )
}
