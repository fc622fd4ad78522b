import { useId, useRef } from 'react'
import type { CountedSize } from '#domain/catalog/stock-edit.ts'
import Button from '#web/ui/button.tsx'
import field from '#web/ui/field.module.css'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { countLabel, countText, levelOf, levelWords } from './count-words.ts'
import styles from './stock.module.css'
import { useStockCount } from './use-stock-count.ts'

interface StockCountProps {
  product: StaffProduct
  /** Null: the product's own count. */
  size: CountedSize
  mayChange: boolean
  disabled: boolean
  onChanged: (product: StaffProduct) => void
}

/** One count, which a click or key press opens for a change. */
export default function StockCount({ product, size, mayChange, disabled, onChanged }: StockCountProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const count = useStockCount({ product, size, onChanged }, button, input)
  const level = levelOf(product, size)
  if (!mayChange) {
    return (
      <span className={styles.count} data-level={level}>
        {countText(product, size)}
        <span className="visually-hidden">{levelWords(product, size)}</span>
      </span>
    )
  }
  if (count.typed === null) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.count}
        data-level={level}
        disabled={disabled}
        aria-label={countLabel(product, size)}
        onClick={count.open}
      >
        {countText(product, size)}
      </button>
    )
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void count.save()
      }}
    >
      <label htmlFor={id}>
        {size ?? 'Stock'}
        <span className="visually-hidden"> of {product.name}</span>
      </label>
      <input
        ref={input}
        id={id}
        className={`${field.input} ${styles.input}`}
        inputMode="numeric"
        autoComplete="off"
        placeholder="–"
        readOnly={count.saving}
        aria-invalid={count.error === null ? undefined : true}
        aria-describedby={count.error === null ? `${id}-hint` : `${id}-error ${id}-hint`}
        value={count.typed}
        onChange={({ target }) => count.type(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape' && !count.saving) count.close()
        }}
      />
      <Button type="submit" disabled={count.saving} className={styles.act}>
        Save
      </Button>
      <Button tone="plain" disabled={count.saving} className={styles.act} onClick={count.close}>
        Cancel
      </Button>
      {count.error !== null && (
        <p id={`${id}-error`} role="alert" className={`${field.error} ${styles.wide}`}>
          {count.error}
        </p>
      )}
      <p id={`${id}-hint`} className={`${field.hint} ${styles.wide}`}>
        {size === null ? 'Empty: not tracked.' : 'Empty: this size is not counted separately.'}
      </p>
    </form>
  )
}
