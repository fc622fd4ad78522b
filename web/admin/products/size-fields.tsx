import { useId } from 'react'
import { SIZES } from '#domain/catalogue/size.ts'
import form from '#web/admin/form.module.css'
import Checkbox from '#web/ui/checkbox.tsx'
import field from '#web/ui/field.module.css'
import styles from './product-dialog.module.css'
import { withSize, type TypedValues } from './product-values.ts'

interface SizeFieldsProps {
  values: TypedValues
  error: string | undefined
  onChange: (changes: Partial<TypedValues>) => void
}

/** Which sizes are offered, and, when somebody counts them, how many pieces of each. No size: out of stock (spec 3). */
export default function SizeFields({ values: { sizes }, error, onChange }: SizeFieldsProps) {
  const id = useId()
  return (
    <fieldset className={form.group} aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}>
      <legend>Sizes</legend>
      <p id={`${id}-hint`} className={field.hint}>
        Without a size the product is out of stock. The count of each size may stay empty.
      </p>
      <ul className={styles.sizes}>
        {SIZES.map((size) => {
          const offered = sizes.find((one) => one.size === size)
          return (
            <li key={size} className={styles.size}>
              <Checkbox
                checked={offered !== undefined}
                onChange={({ target }) => onChange({ sizes: withSize(sizes, size, target.checked) })}
              >
                {size}
              </Checkbox>
              <input
                type="number"
                inputMode="numeric"
                min="0"
                className={field.input}
                aria-label={`Stock of ${size}`}
                aria-invalid={error !== undefined && offered !== undefined ? true : undefined}
                placeholder="–"
                disabled={offered === undefined}
                value={offered?.stock ?? ''}
                onChange={({ target }) =>
                  onChange({
                    sizes: sizes.map((one) => (one.size === size ? { size, stock: target.value } : one)),
                  })
                }
              />
            </li>
          )
        })}
      </ul>
      {error && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
