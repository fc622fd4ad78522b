import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import EraseForm from './erase-form.tsx'
import styles from './erasure-page.module.css'
import { amountWords, type EarlierErasure, type ErasurePreview } from '#web/views/orders/erasure-view.ts'

export interface ErasurePageProps {
  frame: StaffFrameProps
  /** What is stored about the customer of the linked order; null: an address has to be typed. */
  found: ErasurePreview | null
  /** Newest first. */
  earlier: EarlierErasure[]
}

const COLUMNS = [{ label: 'When', isBrief: true }, { label: 'By' }, { label: 'Deleted' }] as const

/** Erases a customer's data at their request. */
export default function ErasurePage({ frame, found, earlier }: ErasurePageProps) {
  return (
    <StaffFrame frame={frame} title="Delete data" here="/admin/orders">
      <div className={styles.erasure}>
        <EraseForm first={found} />
        {earlier.length > 0 && (
          <section className={styles.section} aria-labelledby="earlier">
            <h2 id="earlier">Previous deletions</h2>
            <Table
              caption="Previous deletions, newest first"
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
