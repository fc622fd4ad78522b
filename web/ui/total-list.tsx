import type { ReactNode } from 'react'
import type { TotalRow } from '#domain/orders/order-total.ts'
import styles from './total-list.module.css'

interface Props {
  rows: readonly TotalRow[]
  className: string | undefined
  /** Further rows, below the total. */
  children?: ReactNode
}

/** The totals, row by row. The total itself is the row with `data-total`, for the screen to highlight. */
export default function TotalList({ rows, className, children }: Props) {
  return (
    <dl className={[styles.list, className].join(' ')}>
      {[...rows.entries()].map(([position, [label, amount]]) => (
        <div key={position} data-total={position === rows.length - 1 || undefined}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      {children}
    </dl>
  )
}
