import { use, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FIELD_GROUPS } from '#domain/catalog/fields/product-attributes.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { useCategories, useCharts } from '#web/admin/categories.ts'
import type { ProductErrors } from '#domain/catalog/product-form.ts'
import { describedBy } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import ColumnInput from './column-input.tsx'
import styles from './field-groups.module.css'
import { ShopTimeZone } from '#web/admin/products/publishing/shop-time-zone.ts'
import { shownValue } from './shown-value.ts'
import { withCode, type TypedValues } from './product-values.ts'

interface FieldGroupsProps {
  values: TypedValues
  errors: ProductErrors
  onChange: (changes: Partial<TypedValues>) => void
}

/** What most products do not need, folded up by subject. A group with an error unfolds. */
export default function FieldGroups({ values, errors, onChange }: FieldGroupsProps) {
  const categories = useCategories()
  const charts = useCharts()
  const timeZone = use(ShopTimeZone)
  const isGift = isGiftCard(values)
  return (
    <div className={styles.groups}>
      {!isGift && (
        <Group
          label="SKUs, barcodes and bins"
          summary={values.codes.map(({ sku, barcode, bin }) => sku || barcode || bin).join(', ')}
          isWrong={errors.codes !== undefined}
        >
          <CodeFields values={values} error={errors.codes} onChange={onChange} />
        </Group>
      )}
      {FIELD_GROUPS.filter(({ fields }) => !isGift || !fields.some((name) => name === 'weight')).map(
        ({ label, fields }) => (
          <Group
            key={label}
            label={label}
            summary={fields
              .flatMap((name) => shownValue(name, values[name], { categories, charts, timeZone }) ?? [])
              .join(', ')}
            isWrong={fields.some((name) => errors[name] !== undefined)}
          >
            <div className={styles.fields}>
              {fields.map((name) => (
                <ColumnInput
                  key={name}
                  name={name}
                  value={values[name]}
                  error={errors[name]}
                  onChange={(typed) => onChange({ [name]: typed })}
                />
              ))}
            </div>
          </Group>
        ),
      )}
    </div>
  )
}

interface GroupProps {
  label: string
  /** What is in it, while it is folded. */
  summary: string
  isWrong: boolean
  children: ReactNode
}

function Group({ label, summary, isWrong, children }: GroupProps) {
  const [isOpen, setOpen] = useState(false)
  const open = isOpen || isWrong
  return (
    <details
      className={styles.group}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className={styles.label}>{label}</span>
        {!open && summary !== '' && <span className={styles.summary}>{summary}</span>}
      </summary>
      {children}
    </details>
  )
}

/** A scanner ends with Enter, which would save the form. */
function toNextSize(event: KeyboardEvent<HTMLInputElement>, name: string) {
  event.preventDefault()
  const row = event.currentTarget.closest('li')?.nextElementSibling
  row?.querySelector<HTMLElement>(`[data-code="${name}"]`)?.focus()
}

function CodeFields({
  values,
  error,
  onChange,
}: Omit<FieldGroupsProps, 'errors'> & { error: string | undefined }) {
  const id = useId()
  const offered = values.sizes.map(({ size }) => size)
  if (offered.length === 0) return <p className={field.hint}>Choose the sizes above first.</p>
  return (
    <>
      <p className={field.hint}>
        The packing bench recognizes an item by its barcode, and the pick list is sorted by bin. A barcode
        that is a GTIN is shown to search engines.
      </p>
      <ul className={styles.codes}>
        {offered.map((size) => {
          const code = values.codes.find((one) => one.size === size)
          const input = (label: string, name: 'sku' | 'barcode' | 'bin') => (
            <input
              className={field.input}
              aria-label={`${label} of ${size}`}
              placeholder={label}
              {...(error && describedBy(id, error, undefined))}
              autoComplete="off"
              value={code?.[name] ?? ''}
              data-code={name}
              onKeyDown={(event) => event.key === 'Enter' && toNextSize(event, name)}
              onChange={({ target }) =>
                onChange({ codes: withCode(values.codes, size, { [name]: target.value }, offered) })
              }
            />
          )
          return (
            <li key={size}>
              <span>{size}</span>
              {input('SKU', 'sku')}
              {input('Barcode', 'barcode')}
              {input('Bin', 'bin')}
            </li>
          )
        })}
      </ul>
      {error && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </>
  )
}
