import { useId, useState } from 'react'
import { categorySizes } from '#domain/catalog/category.ts'
import type { Size } from '#domain/catalog/size.ts'
import { useCategories } from '#web/admin/categories.ts'
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

/** Which sizes are offered, and how many units of each where they are counted. No size: out of stock (spec 3). */
export default function SizeFields({ values: { category, sizes }, error, onChange }: SizeFieldsProps) {
  const id = useId()
  const set = categorySizes(useCategories(), category)
  const [kept, setKept] = useState<readonly Size[]>([])
  const others = [...new Set([...kept, ...sizes.map(({ size }) => size)])].filter(
    (size) => !set.includes(size),
  )
  const order = [...set, ...others]

  /** A size that the category lacks stays in the form when it is unticked, so that it can be ticked again. */
  function offer(size: Size, offered: boolean) {
    if (!offered && !set.includes(size)) setKept((before) => [...before, size])
    onChange({ sizes: withSize(sizes, size, offered, order) })
  }

  return (
    <fieldset className={form.group} aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}>
      <legend>Sizes</legend>
      <p id={`${id}-hint`} className={field.hint}>
        Select every size you sell: without one, customers see the product as out of stock. Counting stock by
        size is optional.
      </p>
      <ul className={styles.sizes}>
        {order.map((size) => {
          const offered = sizes.find((one) => one.size === size)
          return (
            <li key={size} className={styles.size}>
              <Checkbox
                checked={offered !== undefined}
                onChange={({ target }) => offer(size, target.checked)}
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
                aria-describedby={error === undefined ? undefined : `${id}-error`}
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
      {others.length > 0 && (
        <p className={field.hint}>
          {others.join(', ')}: no longer {others.length === 1 ? 'a size' : 'sizes'} of this category. The
          product keeps {others.length === 1 ? 'it' : 'them'}, with {others.length === 1 ? 'its' : 'their'}{' '}
          stock, until you untick {others.length === 1 ? 'it' : 'them'}.
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
