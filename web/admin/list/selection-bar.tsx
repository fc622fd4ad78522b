import { useState, type ReactNode } from 'react'
import { MAX_SELECTED } from '#domain/list-filter.ts'
import form from '#web/admin/form.module.css'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import styles from './selection.module.css'
import type { Selection } from './selection.ts'

interface SelectionProps {
  selection: Selection
  /** How many rows the filter matches, on all pages. */
  total: number
}

/**
 * Above a list: selects its page, or the first of all pages, as the list is sorted. `selection`: null where nothing can
 * be selected; `children`: what else stands in the row.
 */
export function SelectionHead({
  selection,
  total,
  isWhole,
  onSelectFirst,
  className = styles.above,
  children,
}: {
  selection: Selection | null
  total: number
  isWhole: boolean
  onSelectFirst: (first: number) => void
  className?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className={className}>
      {selection && (
        <Checkbox
          className={styles.scripted}
          checked={selection.isPage}
          ref={(box) => {
            if (box) box.indeterminate = selection.here > 0 && !selection.isPage
          }}
          onChange={selection.togglePage}
        >
          Select this page
        </Checkbox>
      )}
      {children}
      {selection && !isWhole && <FirstRows total={total} onSelect={onSelectFirst} />}
    </div>
  )
}

function FirstRows({ total, onSelect }: { total: number; onSelect: (first: number) => void }) {
  const [first, setFirst] = useState('')
  const wanted = Math.min(Math.trunc(Number(first)), total, MAX_SELECTED)
  const select = () => wanted > 0 && onSelect(wanted)
  return (
    <span className={`${styles.first} ${styles.scripted}`}>
      <label>
        First
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={first}
          onChange={({ target }) => setFirst(target.value.replaceAll(/\D/g, '').slice(0, 5))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            select()
          }}
        />
      </label>
      <Button tone="plain" className={styles.small} disabled={!(wanted > 0)} onClick={select}>
        Select
      </Button>
    </span>
  )
}

/** Below a list: how much is selected, and what can be done with it (`children`); shown while something is. */
export default function SelectionBar({
  label,
  selection,
  total,
  onSelectAll,
  children,
}: SelectionProps & { label: string; onSelectAll: () => void; children: ReactNode }) {
  const { keys, here, isPage } = selection
  const size = keys.length
  const count = `${size.toLocaleString('en-CA')} selected`
  const elsewhere = size > here ? ` (${(size - here).toLocaleString('en-CA')} not on this page)` : ''
  const most = Math.min(total, MAX_SELECTED)
  return (
    <>
      <p role="status" className="visually-hidden">
        {size > 0 && count + elsewhere}
      </p>
      <div className={styles.bar} role="group" aria-label={label} data-kept={size > 0 || undefined}>
        <span className={styles.count}>
          {size > 0 ? count : label}
          <span className={styles.elsewhere}>{elsewhere}</span>
        </span>
        {isPage && size < most && (
          <Button tone="plain" className={form.small} onClick={onSelectAll}>
            {total > MAX_SELECTED
              ? `Select the first ${most.toLocaleString('en-CA')} that match`
              : `Select all ${most.toLocaleString('en-CA')} that match`}
          </Button>
        )}
        <Button type="reset" tone="plain" className={form.small} onClick={selection.clear}>
          Clear
        </Button>
        <span className={styles.acts}>{children}</span>
      </div>
    </>
  )
}

/** The checkbox of a row. `name`: what the row is about; `field`: how a form without JavaScript sends it. */
export function SelectRow({
  selection,
  row,
  name,
  field,
}: {
  selection: Selection
  row: string
  name: string
  field: string
}) {
  return (
    <label className={styles.choose}>
      <span className="visually-hidden">Select {name}</span>
      <input
        type="checkbox"
        name={field}
        value={row}
        checked={selection.has(row)}
        onChange={({ nativeEvent }) => selection.toggle(row, hasShift(nativeEvent))}
      />
    </label>
  )
}

/** A checkbox changes by a click, which says whether Shift was held. */
function hasShift(event: Event): boolean {
  return 'shiftKey' in event && event.shiftKey === true
}
