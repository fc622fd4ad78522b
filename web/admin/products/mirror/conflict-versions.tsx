import type { ConflictView } from '#web/views/catalog/mirror-status.ts'
import Button from '#web/ui/button.tsx'
import styles from './conflict-versions.module.css'

interface ConflictVersionsProps {
  /** The name of the source. */
  label: string
  conflict: ConflictView
  busy?: boolean
  /** Without it the versions are only shown. */
  onChoose?: (take: 'theirs' | 'ours') => void
}

/** A product that changed on both sides: both versions are shown, and neither is lost before staff choose. */
export default function ConflictVersions({ label, conflict, busy = false, onChoose }: ConflictVersionsProps) {
  const { name, fields } = conflict
  return (
    <div className={styles.versions}>
      <p>
        <strong>
          {name} was changed in {label} and in the shop.
        </strong>{' '}
        Both versions are kept until you choose one.
      </p>
      <table aria-label={`Versions of ${name}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{label}</th>
            <th scope="col">Shop</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.label}>
              <th scope="row">{field.label}</th>
              <td>{field.theirs}</td>
              <td>{field.ours}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {onChoose && (
        <div className={styles.buttons}>
          <Button
            tone="plain"
            disabled={busy}
            aria-label={`Use ${label}’s version: ${name}`}
            onClick={() => onChoose('theirs')}
          >
            Use {label}’s version
          </Button>
          <Button
            disabled={busy}
            aria-label={`Keep the shop’s version: ${name}`}
            onClick={() => onChoose('ours')}
          >
            {' '}
            Keep the shop’s version
          </Button>
        </div>
      )}
    </div>
  )
}
