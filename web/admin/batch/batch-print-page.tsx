import { useEffect } from 'react'
import PackingSlip from '#web/admin/packing-slip/packing-slip.tsx'
import type { PickLine } from '#domain/packing/pick-list.ts'
import Button from '#web/ui/button.tsx'
import type { SlipView } from '#web/views/packing/slip-view.ts'
import { useRecordedPrint } from '#web/admin/packing-slip/use-recorded-print.ts'
import print from '#web/admin/packing-slip/print-page.module.css'
import styles from './batch-print-page.module.css'
import PickListSheet from './pick-list-sheet.tsx'

export interface BatchPrintPageProps {
  /** Its id; null: the orders were selected in the list. */
  batch: string | null
  printedAt: string
  orders: number
  leftOut: number
  /** Printed as soon as it is shown. */
  isPrinted: boolean
  /** Null: only the slips. */
  pickList: PickLine[] | null
  slips: SlipView[]
}

/** The pick list and the packing slips of a batch, one page each, for one print. */
export default function BatchPrintPage(props: BatchPrintPageProps) {
  const { batch, printedAt, orders, leftOut, isPrinted, pickList, slips } = props
  useRecordedPrint(slips.map(({ number }) => number))
  useEffect(() => {
    if (isPrinted) window.print()
  }, [isPrinted])
  return (
    <main className={print.page}>
      <div className={print.screenOnly}>
        {batch === null ? (
          <a href="/admin/orders">Back to the orders</a>
        ) : (
          <a href={`/admin/orders/batches/${batch}`}>Back to the batch</a>
        )}
        <Button disabled={orders === 0} onClick={() => window.print()}>
          Print
        </Button>
        {orders === 0 && <p>None of these orders is waiting to be packed.</p>}
        {leftOut > 0 && (
          <p role="status">
            {leftOut === 1
              ? '1 order isn’t waiting to be packed, so it is left out.'
              : `${leftOut} orders aren’t waiting to be packed, so they are left out.`}
          </p>
        )}
      </div>
      {pickList && orders > 0 && (
        <div className={styles.sheet}>
          <PickListSheet lines={pickList} orders={orders} printedAt={printedAt} />
        </div>
      )}
      {pickList === null && <h1 className="visually-hidden">Packing slips</h1>}
      {slips.map((slip) => (
        <div key={slip.number} className={styles.sheet}>
          <PackingSlip slip={slip} heading="h2" />
        </div>
      ))}
    </main>
  )
}
