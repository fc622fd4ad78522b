import styles from './refusal-block.module.css'

/** Says why something was refused, and is read out when it appears. */
export default function RefusalBlock({ message }: { message: string | null }) {
  return (
    <div role="alert" className={styles.place}>
      {message !== null && <p className={styles.refusal}>{message}</p>}
    </div>
  )
}
