import type { TotalRow } from '#domain/orders/order-total.ts'
import styles from './split-rows.module.css'

/** How a refund divides: items, shipping, duty and each tax by its name. */
export default function SplitRows({ rows, label }: { rows: readonly TotalRow[]; label: string }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(([part, amount]) => (
        <li key={`${part} ${amount}`}>
          {part} <span>{amount}</span>
        </li>
      ))}
    </ul>
  )
}
