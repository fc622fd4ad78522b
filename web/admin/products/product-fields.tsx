import { chargedUnit } from '#domain/currency.ts'
import { useEffect, useState } from 'react'
import { wasAsked } from '#domain/catalog/price-history.ts'
import { COLUMN_FIELD_NAMES, type ColumnField } from '#domain/catalog/product-fields.ts'
import { FIELD_GROUPS } from '#domain/catalog/fields/product-attributes.ts'
import type { ProductErrors } from '#domain/catalog/product-form.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { formatCents } from '#domain/money.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { centsOf } from '#web/admin/typed-numbers.ts'
import TranslationLink from '#web/admin/translations/translation-link.tsx'
import { productSubject } from '#domain/translations/translation.ts'
import ColumnInput from './column-input.tsx'
import styles from './product-dialog.module.css'
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
        {!isGiftCard(values) && (
          <>
            <ColumnInput {...field('price')} label={`Price (${chargedUnit()})`} />
            <ColumnInput
              {...field('compareAt')}
              label={`Compare at (${chargedUnit()})`}
              {...(warning && { hint: warning })}
            />
            <ColumnInput
              {...field('stock')}
              hint={sum === null ? 'Leave empty to sell without tracking stock.' : 'The sum of the sizes.'}
              readOnly={sum !== null}
              {...(sum !== null && { value: String(sum) })}
            />
          </>
        )}
        <ColumnInput {...field('category')} />
      </div>
      {COLUMN_FIELD_NAMES.filter((name) => !PLACED.has(name)).map((name) => (
        <ColumnInput key={name} {...field(name)} />
      ))}
      {id !== null && <TranslationLink subject={productSubject(id)} />}
    </>
  )
}

/**
 * Warns of a price to compare with that was never asked for the product. `id`: null while it is new. Undefined: there
 * is nothing to warn of, or the prices are not known yet.
 */
function useAskedPrices(id: string | null, typed: string): string | undefined {
  const [prices, setPrices] = useState<readonly { price: number }[] | null>(null)
  const isWanted = id !== null && typed !== '' && prices === null
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    void call('GET /api/staff/products/:id/prices', { params: { id } }).then((answer) => {
      if (!isOver && answer.kind === 'done') setPrices(answer.value.prices)
    })
    return () => {
      isOver = true
    }
  }, [isWanted, id])
  const compareAt = centsOf(typed)
  if (typed === '' || compareAt <= 0 || (id !== null && prices === null)) return undefined
  if (wasAsked(prices ?? [], compareAt)) return undefined
  return `This product was never offered at ${formatCents(compareAt)}. Many countries forbid comparing with a price that was never asked.`
}
