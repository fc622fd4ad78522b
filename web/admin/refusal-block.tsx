import styles from './refusal-block.module.css'

/** Shows why something was refused; screen readers announce it when it appears. */
export default function RefusalBlock({ message }: { message: string | null }) {
  return (
    <div role="alert" className={styles.place}>
      {message !== null && <p className={styles.refusal}>{message}</p>}
    </div>
  )
}
