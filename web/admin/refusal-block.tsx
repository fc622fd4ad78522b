import styles from './refusal-block.module.css'

/**
 * Shows why something was refused; screen readers announce it when it appears. `id`: for the fields that it describes,
 * where each has no room for its own error.
 */
export default function RefusalBlock({ id, message }: { id?: string; message: string | null }) {
  return (
    <div id={id} role="alert" className={styles.place}>
      {message !== null && <p className={styles.refusal}>{message}</p>}
    </div>
  )
}
