import { MAX_SELECTED } from '#domain/orders/order-filters.ts'
import { MAX_BATCH_SIZE } from '#domain/packing/parse-tracking.ts'
import form from '#web/admin/form.module.css'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { batchAddress } from '#web/views/packing/batch-query.ts'
import styles from './selection.module.css'
import type { Selection } from './selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** How many orders the filter matches, on all pages. */
  total: number
  /** Whether the role allows packing. */
  mayPack: boolean
  onSelectAll: () => void
  onBatch: () => void
  /** Staff want to do something else with the orders. */
  onAct: () => void
}

/**
 * What can be done with the selected orders; shown while one is selected. Without JavaScript it prints those that are
 * checked.
 */
export default function SelectionBar({
  selection,
  total,
  mayPack,
  onSelectAll,
  onBatch,
  onAct,
}: SelectionBarProps) {
  const { numbers, here, isPage } = selection
  const size = numbers.length
  const count = `${size.toLocaleString('en-CA')} selected`
  const elsewhere = size > here ? ` (${(size - here).toLocaleString('en-CA')} not on this page)` : ''
  const isAll = size >= Math.min(total, MAX_SELECTED)
  return (
    <>
      <p role="status" className="visually-hidden">
        {size > 0 && count + elsewhere}
      </p>
      <div className={styles.bar} role="group" aria-label="Selected orders" data-kept={size > 0 || undefined}>
        <span className={styles.count}>
          {size > 0 ? count : 'Selected orders'}
          <span className={styles.elsewhere}>{elsewhere}</span>
        </span>
        {isPage && !isAll && (
          <Button tone="plain" className={form.small} onClick={onSelectAll}>
            Select all {Math.min(total, MAX_SELECTED).toLocaleString('en-CA')} that match
          </Button>
        )}
        <Button type="reset" tone="plain" className={form.small}>
          Clear
        </Button>
        <span className={styles.acts}>
          <Button tone="plain" className={form.small} aria-haspopup="dialog" onClick={onAct}>
            Actions
          </Button>
          {mayPack && size > 0 && size <= MAX_BATCH_SIZE && (
            <LinkButton
              tone="plain"
              className={form.small}
              href={printAddress(numbers)}
              target="_blank"
              rel="noreferrer"
            >
              Print
            </LinkButton>
          )}
          {mayPack && (
            <Button tone="red" className={form.small} onClick={onBatch}>
              Make a batch
            </Button>
          )}
        </span>
      </div>
    </>
  )
}

/** Where the pick list and the slips of these orders are printed. */
export function printAddress(numbers: readonly string[]): string {
  return `/admin/orders/batch/print${batchAddress(numbers.slice(0, MAX_BATCH_SIZE))}&print=1`
}
