import { chargedUnit } from '#domain/currency.ts'
import type { ManualPriceView } from '#web/views/orders/manual-price.ts'
import { catalogPrice } from '#web/views/catalog/staff-product.ts'
import form from '#web/admin/form.module.css'
import Field from '#web/ui/field.tsx'
import QuantityStepper from '#web/ui/quantity-stepper.tsx'
import type { DraftLine } from './draft.ts'
import styles from './new-order.module.css'

interface LinesProps {
  lines: readonly DraftLine[]
  price: ManualPriceView | null
  errors: Record<string, string>
  /** Of a gift every price is zero. */
  isGift: boolean
  onChange: (lines: DraftLine[]) => void
  onRemove: (line: DraftLine) => void
}

/** The chosen items, each with its quantity and, if staff change it, another price. */
export default function ChosenLines({ lines, price, errors, isGift, onChange, onRemove }: LinesProps) {
  const change = (key: number, changes: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  if (lines.length === 0) {
    return <p className={styles.quiet}>No items yet.</p>
  }
  return (
    <ul className={styles.lines}>
      {lines.map((line, at) => {
        const { key, product, size, quantity, unitPrice, reason } = line
        const name = `${product.name}, ${size}`
        const found = price?.lines[at]
        const problem = errors[`lines/${at}`] ?? found?.problem
        return (
          <li key={key}>
            <div className={styles.line}>
              <span className={styles.what}>
                <strong>{product.name}</strong>
                <span className={styles.quiet}>
                  Size {size} · {isGift ? 'Gift' : (found?.price ?? catalogPrice(product))}
                </span>
              </span>
              <QuantityStepper
                of={name}
                quantity={quantity}
                onChange={(wanted) => change(key, { quantity: Math.max(1, wanted) })}
              />
              <button
                type="button"
                className={form.toggle}
                aria-label={`Remove ${name}`}
                onClick={() => onRemove(line)}
              >
                Remove
              </button>
            </div>
            {problem && (
              <p role="alert" className={styles.problem}>
                {problem}
              </p>
            )}
            {!isGift && (
              <button
                type="button"
                className={form.toggle}
                aria-expanded={unitPrice !== null}
                onClick={() => change(key, { unitPrice: unitPrice === null ? '' : null, reason: '' })}
              >
                {unitPrice === null ? 'Change price' : 'Use the catalogue price'}
                <span className="visually-hidden"> of {name}</span>
              </button>
            )}
            {!isGift && unitPrice !== null && (
              <div className={styles.pair}>
                <Field
                  label={`Price each (${chargedUnit()})`}
                  inputMode="decimal"
                  autoComplete="off"
                  value={unitPrice}
                  error={errors[`lines/${at}/unitPrice`]}
                  onChange={({ target }) => change(key, { unitPrice: target.value })}
                />
                <Field
                  label="Reason"
                  hint="The customer sees it."
                  autoComplete="off"
                  maxLength={200}
                  value={reason}
                  error={errors[`lines/${at}/reason`]}
                  onChange={({ target }) => change(key, { reason: target.value })}
                />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
