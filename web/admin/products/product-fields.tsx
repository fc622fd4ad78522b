import { COLUMN_FIELD_NAMES, type ColumnField } from '#domain/catalog/product-fields.ts'
import { FIELD_GROUPS } from '#domain/catalog/fields/product-attributes.ts'
import type { ProductErrors } from '#domain/catalog/product-form.ts'
import ColumnInput from './column-input.tsx'
import styles from './product-dialog.module.css'
import { useAskedPrices } from './use-asked-prices.ts'
import { sumOfSizes, type TypedValues } from './product-values.ts'

interface ProductFieldsProps {
  /** Null while it is new. */
  id: string | null
  values: TypedValues
  errors: ProductErrors
  onChange: (changes: Partial<TypedValues>) => void
}

/** The fields with their own place, here or in a group; all others follow them, one below the other. */
const PLACED: ReadonlySet<ColumnField> = new Set([
  ...(['name', 'price', 'compareAt', 'stock', 'category'] as const),
  ...FIELD_GROUPS.flatMap(({ fields }) => fields),
])

/** Spec 5, product form: name, price, stock, category, description; beside the price, the one before a reduction. */
export default function ProductFields({ id, values, errors, onChange }: ProductFieldsProps) {
  const warning = useAskedPrices(id, values.compareAt)
  const sum = sumOfSizes(values.sizes)
  const field = (name: ColumnField) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (typed: string) => onChange({ [name]: typed }),
  })
  return (
    <>
      <ColumnInput {...field('name')} />
      <div className={styles.row}>
        <ColumnInput {...field('price')} label="Price (CAD $)" />
        <ColumnInput {...field('compareAt')} label="Compare at (CAD $)" {...(warning && { hint: warning })} />
        <ColumnInput
          {...field('stock')}
          hint={sum === null ? 'Leave empty to sell without tracking stock.' : 'The sum of the sizes.'}
          readOnly={sum !== null}
          {...(sum !== null && { value: String(sum) })}
        />
        <ColumnInput {...field('category')} />
      </div>
      {COLUMN_FIELD_NAMES.filter((name) => !PLACED.has(name)).map((name) => (
        <ColumnInput key={name} {...field(name)} />
      ))}
    </>
  )
}
