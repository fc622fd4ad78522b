import { useWords } from './use-words.ts'
import styles from './spinner.module.css'

export default function Spinner({ label }: { label?: string }) {
  const words = useWords('frame')
  return (
    <div className={styles.place} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <span className="visually-hidden">{label ?? words.loading}</span>
    </div>
  )
}
