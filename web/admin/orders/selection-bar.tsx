import Button from '#web/ui/button.tsx'
import form from '#web/admin/form.module.css'
import type { OrderFilter } from '#domain/orders/order-filters.ts'
import styles from './selection-bar.module.css'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** How many orders the filter matches, on all pages. */
  total: number
  filter: OrderFilter
}

/**
 * What can be done with the selected orders; shown while one is selected. Without JavaScript it sends the checked ones.
 */
export default function SelectionBar({ selection, total, filter }: SelectionBarProps) {
  const { size, all, isPage } = selection
  const words = all ? `All ${size.toLocaleString('en-CA')} selected` : `${size} selected`
  return (
    <>
      <p role="status" className="visually-hidden">
        {size > 0 && words}
      </p>
      <div className={styles.bar} role="group" aria-label="Selected orders">
        <span className={styles.count}>{size > 0 ? words : 'Selected orders'}</span>
        {isPage && !all && total > size && (
          <Button tone="plain" className={form.small} onClick={selection.selectAll}>
            Select all {total.toLocaleString('en-CA')} that match
          </Button>
        )}
        <Button type="reset" tone="plain" className={form.small}>
          Clear
        </Button>
        {all && (
          <>
            <input type="hidden" name="all" value="1" />
            {Object.entries(filter).map(
              ([name, value]) => value !== '' && <input key={name} type="hidden" name={name} value={value} />,
            )}
          </>
        )}
        <Button type="submit" tone="red" className={form.small}>
          Open as a batch
        </Button>
      </div>
    </>
  )
}
