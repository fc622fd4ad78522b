import { useId } from 'react'
import form from '#web/admin/form.module.css'
import field from '#web/ui/field.module.css'
import type { OrderLineView } from '#web/views/orders/order-view.ts'
import styles from '#web/admin/order/order-dialog.module.css'

interface RestockFieldsProps {
  lines: readonly OrderLineView[]
  /** Units by line position. */
  units: Readonly<Record<number, number>>
  error: string | undefined
  onChange: (units: Record<number, number>) => void
}

/** Chooses the units to return to stock. */
export default function RestockFields({ lines, units, error, onChange }: RestockFieldsProps) {
  const id = useId()
  const returnable = lines.filter((line) => line.left > 0)
  if (returnable.length === 0) return null
  return (
    <fieldset className={form.group}>
      <legend>Return to stock</legend>
      {returnable.map((line) => (
        <div key={line.position} className={styles.piece}>
          <label htmlFor={`${id}-${line.position}`}>
            {line.name}, size {line.size}
          </label>
          <select
            id={`${id}-${line.position}`}
            className={field.input}
            value={units[line.position] ?? 0}
            onChange={({ target }) => onChange({ ...units, [line.position]: Number(target.value) })}
          >
            {Array.from({ length: line.left + 1 }, (_, quantity) => (
              <option key={quantity} value={quantity}>
                {quantity} of {line.left}
              </option>
            ))}
          </select>
        </div>
      ))}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}
