import styles from './order-state.module.css'

/** Marks an order in a list: another order of the same customer or address waits to be sent too. */
export default function DuplicateMark() {
  return <span className={styles.mark}>Possible duplicate</span>
}
