import { useId } from 'react'
import type { SplitUnits } from '#domain/orders/fulfilment.ts'
import form from '#web/admin/form.module.css'
import { describedBy } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import type { OrderLineView } from '#web/views/orders/order-view.ts'
import styles from '#web/admin/order/order-dialog.module.css'
import { chosenOf, splitLines, withChosen, type SentWords } from './split-lines.ts'

interface RestockFieldsProps {
  lines: readonly OrderLineView[]
  words: SentWords
  units: readonly SplitUnits[]
  error: string | undefined
  onChange: (units: SplitUnits[]) => void
}

/** Chooses the units to return to stock. */
export default function RestockFields({ lines, words, units, error, onChange }: RestockFieldsProps) {
  const id = useId()
  const returnable = splitLines(lines, words, ({ left, leftSent }) => ({ left, leftSent }))
  if (returnable.length === 0) return null
  return (
    <fieldset className={form.group}>
      <legend>Return to stock</legend>
      {returnable.map((line) => (
        <div key={line.key} className={styles.piece}>
          <label htmlFor={`${id}-${line.key}`}>{line.label}</label>
          <select
            id={`${id}-${line.key}`}
            className={field.input}
            value={chosenOf(units, line)}
            {...describedBy(id, error, undefined)}
            onChange={({ target }) => onChange(withChosen(units, line, Number(target.value)))}
          >
            {Array.from({ length: line.left + 1 }, (_, quantity) => (
              <option key={quantity} value={quantity}>
                {quantity} of {line.left}
              </option>
            ))}
          </select>
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
