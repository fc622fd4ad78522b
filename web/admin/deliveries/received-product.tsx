import { useId } from 'react'
import type { Size } from '#domain/catalog/size.ts'
import counting from '#web/admin/stock-count/stock-count-page.module.css'
import field from '#web/ui/field.module.css'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'

interface Props {
  product: StaffProduct
  disabled: boolean
  unitsOf: (size: Size) => string
  errorOf: (size: Size) => string | undefined
  onType: (size: Size, typed: string) => void
}

/** A product of a delivery, with an input for the units of each size that came. */
export default function ReceivedProduct({ product, disabled, unitsOf, errorOf, onType }: Props) {
  const id = useId()
  const { name, sizes, stock } = product
  return (
    <li className={counting.product}>
      <h2 className={counting.name} id={id}>
        <a href={`/admin/products/${product.id}/stock`}>{name}</a>
      </h2>
      {sizes.length === 0 ? (
        <p className={field.hint}>It has no sizes. Add one to it first.</p>
      ) : (
        <ul className={counting.counts} aria-labelledby={id}>
          {sizes.map(({ size, stock: own }) => {
            const error = errorOf(size)
            const left = own ?? stock
            return (
              <li key={size} className={counting.count}>
                <span className={counting.label}>{size}</span>
                <span className={counting.books}>
                  {left === null ? 'Not tracked' : own === null ? `${left} of all` : `${left} in stock`}
                </span>
                <input
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  className={field.input}
                  aria-label={`Received of ${name}, ${size}`}
                  aria-invalid={error === undefined ? undefined : true}
                  aria-describedby={`${id}-${size}`}
                  disabled={disabled}
                  value={unitsOf(size)}
                  onChange={({ target }) => onType(size, target.value)}
                />
                <span id={`${id}-${size}`} className={error && field.error}>
                  {error}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
