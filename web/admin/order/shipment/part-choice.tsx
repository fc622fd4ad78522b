import { useState } from 'react'
import form from '#web/admin/form.module.css'
import styles from '#web/admin/order/order-dialog.module.css'
import type { OrderLineView } from '#web/views/orders/order-view.ts'
import ShipItems from './ship-items.tsx'

/** The choice between all open units of these lines and a part of them. */
export function usePart(lines: readonly OrderLineView[]) {
  const [isPart, setIsPart] = useState(false)
  const [units, setUnits] = useState<Readonly<Record<number, number>>>(() =>
    Object.fromEntries(lines.map(({ position, open }) => [position, open])),
  )
  const total = lines.reduce((sum, line) => sum + line.open, 0)
  const chosen = lines.reduce((sum, { position }) => sum + (units[position] ?? 0), 0)
  const items = Object.entries(units)
    .map(([position, quantity]) => ({ position: Number(position), quantity }))
    .filter(({ quantity }) => quantity > 0)
  return {
    lines,
    total,
    isPart,
    setIsPart,
    units,
    setUnits,
    /** Whether units stay open. */
    leavesSome: isPart && chosen < total,
    /** What a request names: the units of a part, and nothing where it is everything. */
    request: isPart ? { items } : {},
  }
}

interface Props {
  part: ReturnType<typeof usePart>
  legend: string
  everything: string
  aPart: string
  itemsLegend: string
  error: string | undefined
}

/** Asks for everything or a part, where there is more than one unit, and for the units of a part. */
export default function PartChoice({ part, legend, everything, aPart, itemsLegend, error }: Props) {
  const { lines, total, isPart, setIsPart, units, setUnits } = part
  return (
    <>
      {total > 1 && (
        <fieldset className={form.group}>
          <legend>{legend}</legend>
          {[
            { value: false, label: everything },
            { value: true, label: aPart },
          ].map(({ value, label }) => (
            <label key={label} className={styles.check}>
              <input type="radio" name="what" checked={isPart === value} onChange={() => setIsPart(value)} />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {isPart && (
        <ShipItems lines={lines} units={units} legend={itemsLegend} error={error} onChange={setUnits} />
      )}
    </>
  )
}
