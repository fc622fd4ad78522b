import Button from '#web/ui/button.tsx'
import type { SlipView } from '#web/views/packing/slip-view.ts'
import PackingSlip from './packing-slip.tsx'
import { useRecordedPrint } from './use-recorded-print.ts'
import styles from './print-page.module.css'

export interface PackingSlipPageProps {
  /** Null when there is no order with this number. */
  slip: SlipView | null
  /** The number of an order that was never paid, so that nothing is to be packed. */
  unpaid: string | null
}

/** The packing slip of one order. */
export default function PackingSlipPage({ unpaid, slip }: PackingSlipPageProps) {
  useRecordedPrint(slip ? [slip.number] : [])
  if (unpaid !== null) {
    return (
      <main className={`${styles.page} ${styles.paper}`}>
        <h1>Order {unpaid} is not paid</h1>
        <p>
          There is no packing slip until it is. <a href={`/admin/orders/${unpaid}`}>Back to the order</a>
        </p>
      </main>
    )
  }
  if (slip === null) {
    return (
      <main className={`${styles.page} ${styles.paper}`}>
        <h1>No such order</h1>
        <p>
          No order has this number. <a href="/admin/orders">All orders</a>
        </p>
      </main>
    )
  }
  return (
    <main className={`${styles.page} ${styles.paper}`}>
      <div className={styles.screenOnly}>
        <a href={`/admin/orders/${slip.number}`}>Back to the order</a>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <PackingSlip slip={slip} heading="h1" />
    </main>
  )
}
