import { useId } from 'react'
import form from '#web/admin/form.module.css'
import Checkbox from '#web/ui/checkbox.tsx'
import field from '#web/ui/field.module.css'
import { formatCad } from '#domain/money.ts'
import type { RefundChoice, RefundOffer } from '#domain/refunds/refund-price.ts'
import type { OrderLineView } from '#web/views/orders/order-view.ts'
import styles from '#web/admin/order/order-dialog.module.css'

interface RefundItemsProps {
  lines: readonly OrderLineView[]
  offer: RefundOffer
  choice: RefundChoice
  error: string | undefined
  onChange: (choice: RefundChoice) => void
}

/** Chooses the items and the shipping to refund, each with its price. */
export default function RefundItems({ lines, offer, choice, error, onChange }: RefundItemsProps) {
  const id = useId()
  const wrong = error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}
  const chosen = (position: number) => choice.items.find((item) => item.position === position)?.quantity ?? 0
  const choose = (position: number, quantity: number) => {
    const others = choice.items.filter((item) => item.position !== position)
    onChange({ ...choice, items: quantity === 0 ? others : [...others, { position, quantity }] })
  }
  return (
    <fieldset className={form.group}>
      <legend>Items</legend>
      {lines.map(({ position, name, size }) => {
        const prices = offer.lines.find((line) => line.position === position)?.prices ?? []
        const label = `${name}, size ${size}`
        if (prices.length < 2)
          return (
            <p key={position} className={styles.gone}>
              {label}: refunded
            </p>
          )
        return (
          <div key={position} className={styles.piece}>
            <label htmlFor={`${id}-${position}`}>
              {label}
              <span className={styles.price}>
                {formatCad(prices[1] ?? 0)} {prices.length > 2 && 'each '}with tax
              </span>
            </label>
            <select
              id={`${id}-${position}`}
              className={field.input}
              value={chosen(position)}
              {...wrong}
              onChange={({ target }) => choose(position, Number(target.value))}
            >
              {Array.from(prices.keys(), (quantity) => (
                <option key={quantity} value={quantity}>
                  {quantity} of {prices.length - 1}
                </option>
              ))}
            </select>
          </div>
        )
      })}
      {offer.shipping > 0 && (
        <Checkbox
          className={styles.check}
          checked={choice.shipping}
          onChange={({ target }) => onChange({ ...choice, shipping: target.checked })}
        >
          Shipping, {formatCad(offer.shipping)}
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
