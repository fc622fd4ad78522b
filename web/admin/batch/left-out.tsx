import Notice from '#web/ui/notice.tsx'
import styles from './batch-page.module.css'

/** An order that was chosen and is not packed. */
export interface LeftOutView {
  number: string
  reason: string
}

const MAX_OPEN_LIST = 5

/** The chosen orders that are not in the batch, each with its reason. */
export default function LeftOut({ orders }: { orders: LeftOutView[] }) {
  const count = orders.length
  if (count === 0) return null
  const list = (
    <ul className={styles.leftOut}>
      {orders.map(({ number, reason }) => (
        <li key={number}>
          {number}: {reason}
        </li>
      ))}
    </ul>
  )
  const words = count === 1 ? '1 order is left out' : `${count.toLocaleString('en-CA')} orders are left out`
  return (
    <Notice>
      {orders.length <= MAX_OPEN_LIST ? (
        <>
          <strong>{words}</strong>
          {list}
        </>
      ) : (
        <details>
          <summary>{words}</summary>
          {list}
        </details>
      )}
    </Notice>
  )
}
