import * as words from '#words/frame.ts'
import styles from './spinner.module.css'

export default function Spinner({ label = words.loading }: { label?: string }) {
  return (
    <div className={styles.place} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
