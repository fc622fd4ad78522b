import styles from '#web/admin/account/account-page.module.css'
import form from '#web/admin/form.module.css'
import Button from '#web/ui/button.tsx'
import type { PasskeyView } from '#web/views/staff/passkey-view.ts'
import type { PasskeyTask } from './passkey-dialog.tsx'

interface Props {
  passkeys: PasskeyView[]
  disabled: boolean
  onTask: (task: PasskeyTask) => void
}

/** The passkeys of the member, oldest first. */
export default function PasskeyList({ passkeys, disabled, onTask }: Props) {
  return (
    <ul className={styles.sessions}>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={`${styles.session} ${styles.passkey}`}>
          <div>
            <p className={styles.browser}>{passkey.name}</p>
            <p className={styles.details}>
              Added {passkey.addedAt}, {passkey.lastUsedAt ? `last used ${passkey.lastUsedAt}` : 'never used'}
              {passkey.isSynced && ', synced between devices'}
            </p>
          </div>
          <div className={styles.choices}>
            <Button
              tone="plain"
              className={form.small}
              disabled={disabled}
              aria-label={`Rename ${passkey.name}`}
              onClick={() => onTask({ kind: 'rename', passkey })}
            >
              Rename
            </Button>
            <Button
              tone="plain"
              className={form.small}
              disabled={disabled}
              aria-label={`Remove ${passkey.name}`}
              onClick={() => onTask({ kind: 'remove', passkey })}
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
