import { useId } from 'react'
import form from '#web/admin/form.module.css'
import Checkbox from '#web/ui/checkbox.tsx'
import field from '#web/ui/field.module.css'
import { formatCents } from '#domain/money.ts'
import type { RefundChoice, RefundOffer } from '#domain/refunds/refund-price.ts'
import type { OrderLineView } from '#web/views/orders/order-view.ts'
import styles from '#web/admin/order/order-dialog.module.css'
import { chosenOf, splitLines, withChosen, type SentWords } from './split-lines.ts'

interface RefundItemsProps {
  lines: readonly OrderLineView[]
  words: SentWords
  offer: RefundOffer
  choice: RefundChoice
  error: string | undefined
  onChange: (choice: RefundChoice) => void
}

/** Chooses the items and the shipping to refund, each with its price. */
export default function RefundItems({ lines, words, offer, choice, error, onChange }: RefundItemsProps) {
  const id = useId()
  const wrong = error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}
  const pricesOf = (position: number) => offer.lines.find((line) => line.position === position)?.prices ?? []
  const gone = lines.filter(({ position }) => pricesOf(position).length < 2)
  const rows = splitLines(lines, words, ({ position }) => ({
    left: pricesOf(position).length - 1,
    leftSent: offer.lines.find((line) => line.position === position)?.sent ?? 0,
  }))
  return (
    <fieldset className={form.group}>
      <legend>Items</legend>
      {gone.map(({ position, name, size }) => (
        <p key={position} className={styles.gone}>
          {name}, size {size}: refunded
        </p>
      ))}
      {rows.map((row) => (
        <div key={row.key} className={styles.piece}>
          <label htmlFor={`${id}-${row.key}`}>
            {row.label}
            <span className={styles.price}>
              {formatCents(pricesOf(row.position)[1] ?? 0)} {row.left > 1 && 'each, '}including tax
            </span>
          </label>
          <select
            id={`${id}-${row.key}`}
            className={field.input}
            value={chosenOf(choice.items, row)}
            {...wrong}
            onChange={({ target }) =>
              onChange({ ...choice, items: withChosen(choice.items, row, Number(target.value)) })
            }
          >
            {Array.from({ length: row.left + 1 }, (_, quantity) => (
              <option key={quantity} value={quantity}>
                {quantity} of {row.left}
              </option>
            ))}
          </select>
        </div>
      ))}
      {offer.shipping > 0 && (
        <Checkbox
          className={styles.check}
          checked={choice.shipping}
          onChange={({ target }) => onChange({ ...choice, shipping: target.checked })}
        >
          Shipping, {formatCents(offer.shipping)}
        </Checkbox>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
