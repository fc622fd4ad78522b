import styles from './order-table.module.css'

/** Marks an order in the list: staff made it. */
export default function ManualMark() {
  return <span className={`${styles.cut} ${styles.quiet}`}>Created by staff</span>
}
