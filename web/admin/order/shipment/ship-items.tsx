import { useId } from 'react'
import form from '#web/admin/form.module.css'
import styles from '#web/admin/order/order-dialog.module.css'
import field from '#web/ui/field.module.css'
import type { OrderLineView } from '#web/views/orders/order-view.ts'

interface ShipItemsProps {
  /** The lines with open units. */
  lines: readonly OrderLineView[]
  /** Units by line position. */
  units: Readonly<Record<number, number>>
  legend: string
  error: string | undefined
  onChange: (units: Record<number, number>) => void
}

/** Chooses what goes into this parcel, or is ready. */
export default function ShipItems({ lines, units, legend, error, onChange }: ShipItemsProps) {
  const id = useId()
  const wrong = error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}
  return (
    <fieldset className={form.group}>
      <legend>{legend}</legend>
      {lines.map(({ position, name, size, open }) => (
        <div key={position} className={styles.piece}>
          <label htmlFor={`${id}-${position}`}>
            {name}, size {size}
          </label>
          <select
            id={`${id}-${position}`}
            className={field.input}
            value={units[position] ?? 0}
            {...wrong}
            onChange={({ target }) => onChange({ ...units, [position]: Number(target.value) })}
          >
            {Array.from({ length: open + 1 }, (_, quantity) => (
              <option key={quantity} value={quantity}>
                {quantity} of {open}
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
