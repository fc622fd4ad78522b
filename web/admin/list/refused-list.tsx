import { useId } from 'react'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import Button from '#web/ui/button.tsx'
import styles from './selection.module.css'

/** A row that something was not done with, and why. */
export interface RefusedRow {
  name: string
  href: string
  reason: string
}

/** Selected rows that something was not done with, and why. */
export default function RefusedList({ label, rows }: { label: string; rows: readonly RefusedRow[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <ul className={styles.refused} aria-label={label} tabIndex={0}>
      {rows.map(({ name, href, reason }) => (
        <li key={href}>
          <a href={href}>{name}</a>
          {reason}
        </li>
      ))}
    </ul>
  )
}

/** What came of an action on selected rows of which some were refused. */
export function RefusedDialog({
  title,
  label,
  rows,
  onSelectOnly,
  onClose,
}: {
  title: string
  label: string
  rows: readonly RefusedRow[]
  onSelectOnly: () => void
  onClose: () => void
}) {
  const id = useId()
  const count = rows.length
  return (
    <Modal labelledBy={id} className={modal.medium} onDismiss={onClose}>
      <div className={modal.form}>
        <h2 id={id}>{title}</h2>
        <p>{count === 1 ? '1 was refused:' : `${count} were refused:`}</p>
        <RefusedList label={label} rows={rows} />
        <div className={modal.buttons}>
          <Button tone="plain" onClick={onSelectOnly}>
            Select only {count === 1 ? 'this one' : `these ${count}`}
          </Button>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Modal>
  )
}
