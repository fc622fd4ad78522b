import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import EraseForm from './erase-form.tsx'
import styles from './erasure-page.module.css'
import { amountWords, type EarlierErasure, type ErasurePreview } from '#web/views/orders/erasure-view.ts'

export interface ErasurePageProps {
  frame: StaffFrameProps
  /** What is kept about the customer of the order that led here; null: an address is to be typed. */
  found: ErasurePreview | null
  /** The newest first. */
  earlier: EarlierErasure[]
}

const COLUMNS = [{ label: 'When' }, { label: 'By' }, { label: 'Deleted' }] as const

/** Deletes what is kept about a customer who asked for it. */
export default function ErasurePage({ frame, found, earlier }: ErasurePageProps) {
  return (
    <StaffFrame frame={frame} title="Delete data" here="/admin/orders">
      <div className={styles.erasure}>
        <EraseForm first={found} />
        {earlier.length > 0 && (
          <section className={styles.section} aria-labelledby="earlier">
            <h2 id="earlier">Done before</h2>
            <Table
              caption="Earlier deletions, the newest first"
              columns={COLUMNS}
              rows={earlier.map(({ id, at, by, ...amount }) => ({
                key: id,
                cells: [at, by, amountWords(amount)],
              }))}
            />
          </section>
        )}
      </div>
    </StaffFrame>
  )
}
