import { useId } from 'react'
import type { ProductErrors } from '#domain/catalogue/product-form.ts'
import { CATEGORIES } from '#domain/catalogue/category.ts'
import { PRODUCT_LIMITS } from '#domain/catalogue/product-form.ts'
import Field, { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import Select from '#web/ui/select.tsx'
import styles from './product-dialog.module.css'
import { sumOfSizes, type TypedValues } from './product-values.ts'

interface ProductFieldsProps {
  values: TypedValues
  errors: ProductErrors
  onChange: (changes: Partial<TypedValues>) => void
}

/** Spec 5, product form: name, price, stock, category, description. */
export default function ProductFields({ values, errors, onChange }: ProductFieldsProps) {
  const id = useId()
  const sum = sumOfSizes(values.sizes)
  return (
    <>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        required
        maxLength={PRODUCT_LIMITS.name}
        error={errors.name}
        value={values.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <div className={styles.row}>
        <Field
          label="Price (CAD $)"
          name="price"
          type="number"
          inputMode="decimal"
          required
          step="0.01"
          min="0"
          error={errors.price}
          value={values.price}
          onChange={({ target }) => onChange({ price: typed(target) })}
        />
        <Field
          label="Stock"
          name="stock"
          type="number"
          inputMode="numeric"
          min="0"
          error={errors.stock}
          hint={sum === null ? 'Leave empty to sell without tracking stock.' : 'The sum of the sizes.'}
          readOnly={sum !== null}
          value={sum ?? values.stock}
          onChange={({ target }) => onChange({ stock: typed(target) })}
        />
        <Select
          label="Category"
          name="category"
          required
          error={errors.category}
          value={values.category}
          onChange={({ target }) => onChange({ category: target.value })}
        >
          <option value="">Select a category</option>
          {CATEGORIES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <FieldFrame
        id={id}
        label="Description"
        error={errors.description}
        hint={undefined}
        className={undefined}
      >
        <textarea
          id={id}
          name="description"
          rows={4}
          className={field.input}
          maxLength={PRODUCT_LIMITS.description}
          {...describedBy(id, errors.description, undefined)}
          value={values.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </FieldFrame>
    </>
  )
}

/** A number field that holds no number says '', as if nothing were typed. */
function typed({ value, validity }: HTMLInputElement): string {
  return validity.badInput ? 'not a number' : value
}
