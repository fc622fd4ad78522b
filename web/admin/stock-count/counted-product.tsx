import { useId } from 'react'
import type { CountedSize } from '#domain/catalog/stock-edit.ts'
import field from '#web/ui/field.module.css'
import styles from './stock-count-page.module.css'
import { countedKey, differenceOf, type ProductInCount } from './use-stock-taking.ts'

interface CountedProductProps {
  product: ProductInCount
  disabled: boolean
  onType: (size: CountedSize, typed: string) => void
}

/** A product with an input for each of its counts, and what differs. */
export default function CountedProduct({ product, disabled, onType }: CountedProductProps) {
  const id = useId()
  const { name, counts, typed, message, isFailed } = product
  return (
    <li className={styles.product}>
      <h2 className={styles.name} id={id}>
        <a href={`/admin/products/${product.id}/stock`}>{name}</a>
      </h2>
      {counts.length === 0 ? (
        <p className={field.hint}>Stock is not tracked.</p>
      ) : (
        <ul className={styles.counts} aria-labelledby={id}>
          {counts.map(({ size, stock }) => {
            const key = countedKey(size)
            const text = typed[key] ?? ''
            const difference = differenceOf(text, stock)
            const isWrong = difference === 'wrong'
            return (
              <li key={key} className={styles.count}>
                <span className={styles.label}>{size ?? 'All'}</span>
                <span className={styles.books}>{stock} in stock</span>
                <input
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  className={field.input}
                  aria-label={`Counted of ${name}, ${size ?? 'all sizes'}, ${stock} in stock`}
                  aria-invalid={isWrong ? true : undefined}
                  aria-describedby={`${id}-${key}`}
                  disabled={disabled}
                  value={text}
                  onChange={({ target }) => onType(size, target.value)}
                />
                <span id={`${id}-${key}`} className={styles.difference} data-differs={isWrong || undefined}>
                  {differenceText(difference)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      <p role="status" className={isFailed ? field.error : styles.message}>
        {message !== '' && <span className="visually-hidden">{name}: </span>}
        {message}
      </p>
    </li>
  )
}

function differenceText(difference: ReturnType<typeof differenceOf>): string {
  if (difference === null) return ''
  if (difference === 'wrong') return 'Enter a whole number from 0 to 1,000,000'
  if (difference === 0) return 'As counted'
  return difference > 0 ? `+${difference}` : `−${-difference}`
}
