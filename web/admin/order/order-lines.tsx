import Picture from '#web/ui/picture.tsx'
import TotalList from '#web/ui/total-list.tsx'
import styles from './order-page.module.css'
import type { OrderView } from '#web/views/orders/order-view.ts'

/** The order lines and totals. */
export default function OrderLines({ order }: { order: OrderView }) {
  return (
    <section className={styles.section} aria-labelledby="lines">
      <h2 id="lines">Items</h2>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={line.position} className={styles.line}>
            <span className={styles.picture}>
              <Picture picture={line.picture} sizes="4rem" decorative />
            </span>
            <span className={styles.what}>
              <strong>{line.name}</strong>
              <span className={styles.quiet}>
                {line.isGiftCard
                  ? `Amount: ${line.unitPrice} · ${line.quantity}`
                  : `Size ${line.size} · ${line.quantity} × ${line.unitPrice}`}
              </span>
              {line.preorder && <span className={styles.quiet}>{line.preorder}</span>}
              {line.gifts.map(({ words, path }, at) => (
                <span key={path ?? at} className={styles.quiet}>
                  {path === null ? words : <a href={path}>{words}</a>}
                </span>
              ))}
              {line.refunded > 0 && <span className={styles.quiet}>{line.refunded} refunded</span>}
              {line.left < line.quantity && (
                <span className={styles.quiet}>{line.quantity - line.left} back in stock</span>
              )}
            </span>
            <span className={styles.amount}>{line.lineTotal}</span>
          </li>
        ))}
      </ul>
      <TotalList className={styles.totals} rows={order.totals} />
      {order.note && (
        <div className={styles.note}>
          <h3>Customer’s note</h3>
          <p>{order.note}</p>
        </div>
      )}
    </section>
  )
}
