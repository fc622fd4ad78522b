import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { taxKey, type TaxRow } from '#domain/checkout/taxes/tax-table.ts'
import { addDays, type ShopDay } from '#domain/shop-day.ts'
import settings from '#web/admin/document/document.module.css'
import { newId } from '#web/admin/new-id.ts'
import Button from '#web/ui/button.tsx'
import styles from './tax-page.module.css'
import TaxRowEditor from './tax-row.tsx'

interface Props {
  table: readonly TaxRow[]
  /** By place: `table/3/from`. */
  faults: Readonly<Record<string, string>>
  today: ShopDay
  onChange: (table: TaxRow[]) => void
}

/** The rates with their first days. The last day of a rate is the one before the next of the same tax. */
export default function TaxTable({ table, faults, today, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  // A row keeps its id while it is typed, so that its fields keep the focus.
  const [ids, setIds] = useState(() => table.map(() => newId()))
  const [added, setAdded] = useState<string | null>(null)
  const idOf = (index: number) => ids[index] ?? `row-${index}`

  function addRow() {
    const id = newId()
    const last = table.at(-1)
    const row: TaxRow = {
      country: last?.country ?? 'CA',
      region: '',
      kind: 'other',
      label: '',
      milliPercent: 0,
      from: today,
      onShipping: true,
      source: '',
    }
    flushSync(() => {
      setIds(table.map((_, index) => idOf(index)).concat(id))
      setAdded(id)
      onChange([...table, row])
    })
    list.current?.lastElementChild?.querySelector<HTMLElement>('select')?.focus()
  }

  function removeRow(index: number) {
    flushSync(() => {
      setIds(table.map((_, at) => idOf(at)).toSpliced(index, 1))
      onChange(table.toSpliced(index, 1))
    })
    add.current?.focus()
  }

  return (
    <fieldset className={styles.choices}>
      <legend>Rates</legend>
      <p className={settings.quiet}>
        A rate applies from its first day until the next rate of the same tax in the same place. A rate of 0
        ends a tax. HST is a single rate, never GST plus a difference.
      </p>
      <ul ref={list} className={styles.rates}>
        {table.map((row, index) => (
          <TaxRowEditor
            key={idOf(index)}
            row={row}
            lastDay={lastDay(row, table)}
            today={today}
            startsOpen={idOf(index) === added}
            faultOf={(field) => faults[`table/${index}/${field}`]}
            onChange={(changes) => onChange(table.with(index, { ...row, ...changes }))}
            onRemove={() => removeRow(index)}
          />
        ))}
      </ul>
      {faults['table'] !== undefined && <p className={styles.error}>{faults['table']}</p>}
      <div>
        <Button ref={add} tone="plain" onClick={addRow}>
          Add a rate
        </Button>
      </div>
    </fieldset>
  )
}

/** The day before the next rate of the same tax; null: none follows. */
function lastDay(row: TaxRow, table: readonly TaxRow[]): ShopDay | null {
  const [next] = table
    .filter((other) => taxKey(other) === taxKey(row) && other.from > row.from)
    .map(({ from }) => from)
    .toSorted()
  return next !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(next) ? addDays(next, -1) : null
}
