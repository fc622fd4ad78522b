import { use, useId } from 'react'
import { PROMOTION_LIMITS } from '#domain/promotions/promotion-schema.ts'
import ProductChoice from '#web/admin/settings/product-choice.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Select from '#web/ui/select.tsx'
import type { ItemsDraft } from './promotion-draft.ts'
import { NamesContext } from './promotion-names.ts'
import styles from './promotions.module.css'

interface Props {
  label: string
  items: ItemsDraft
  error: string | undefined
  onChange: (items: ItemsDraft) => void
}

/** Which items something is about: all, or chosen products and categories. */
export default function ItemsField({ label, items, error, onChange }: Props) {
  return (
    <div className={styles.items}>
      <Select
        label={label}
        value={items.isAll ? 'all' : 'chosen'}
        error={error}
        onChange={({ target }) => onChange({ ...items, isAll: target.value === 'all' })}
      >
        <option value="all">Everything</option>
        <option value="chosen">Chosen products and categories</option>
      </Select>
      {!items.isAll && (
        <ChosenItems
          items={items}
          onChange={(chosen) => onChange({ ...chosen, isAll: false })}
          error={undefined}
        />
      )}
    </div>
  )
}

type Chosen = Omit<ItemsDraft, 'isAll'>

/** Products and categories to choose. */
export function ChosenItems({
  items,
  error,
  onChange,
}: {
  items: Chosen
  error: string | undefined
  onChange: (items: Chosen) => void
}) {
  const names = use(NamesContext)
  const { products, categories } = items
  return (
    <>
      <Choices
        label="Categories"
        options={names.categories}
        chosen={categories}
        onChange={(next) => onChange({ products, categories: next })}
      />
      <ProductChoice
        label="Products"
        hint={undefined}
        error={error}
        ids={products}
        products={names.products}
        most={PROMOTION_LIMITS.choices}
        isUnordered
        onChange={(next) => onChange({ products: next, categories })}
      />
    </>
  )
}

interface ChoicesProps<Value extends string> {
  label: string
  hint?: string
  /** Their labels, by value. */
  options: Readonly<Record<Value, string>>
  chosen: readonly Value[]
  error?: string | undefined
  onChange: (chosen: Value[]) => void
}

/** Some of several, in the order of the options. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, hint, options, chosen, error, onChange } = props
  const id = useId()
  const values = Object.keys(options) as Value[]
  return (
    <fieldset className={styles.choices} {...(error && { 'aria-describedby': id })}>
      <legend>{label}</legend>
      {hint && <p className={styles.quiet}>{hint}</p>}
      <div className={styles.options}>
        {values.map((value) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(values.filter((one) => (one === value ? target.checked : chosen.includes(one))))
            }
          >
            {options[value]}
          </Checkbox>
        ))}
      </div>
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
