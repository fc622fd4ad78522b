import { use, useId } from 'react'
import { clockTime, epochFromClock } from '#domain/shop-time.ts'
import { COLUMN_FIELDS, type ColumnField } from '#domain/catalog/product-fields.ts'
import { useCategories, useCharts } from '#web/admin/categories.ts'
import Checkbox from '#web/ui/checkbox.tsx'
import Field, { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import Select from '#web/ui/select.tsx'
import { ShopTimeZone } from '#web/admin/products/publishing/shop-time-zone.ts'

interface ColumnInputProps {
  name: ColumnField
  value: string
  error: string | undefined
  onChange: (typed: string) => void
  label?: string
  hint?: string | undefined
  readOnly?: boolean
}

/** The input of one field, of the kind that its definition asks for. */
export default function ColumnInput({ name, value, error, onChange, ...given }: ColumnInputProps) {
  const id = useId()
  const timeZone = use(ShopTimeZone)
  const categories = useCategories()
  const charts = useCharts()
  const definition = COLUMN_FIELDS[name]
  const more = { hint: 'hint' in definition ? definition.hint : undefined, ...given }
  const { label } = definition
  const required = !('empty' in definition)
  switch (definition.input) {
    case 'line':
      return (
        <Field
          label={label}
          name={name}
          autoComplete="off"
          required={required}
          maxLength={definition.maxLength}
          error={error}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          {...more}
        />
      )
    case 'lines':
      return (
        <FieldFrame id={id} label={label} error={error} hint={more.hint} className={undefined}>
          <textarea
            id={id}
            name={name}
            rows={4}
            className={field.input}
            maxLength={definition.maxLength}
            {...describedBy(id, error, more.hint)}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </FieldFrame>
      )
    case 'price':
    case 'count':
      return (
        <Field
          label={label}
          name={name}
          type="number"
          inputMode={definition.input === 'price' ? 'decimal' : 'numeric'}
          required={required}
          step={definition.input === 'price' ? '0.01' : undefined}
          min="0"
          error={error}
          value={value}
          onChange={({ target }) => onChange(typed(target))}
          {...more}
        />
      )
    case 'choice':
    case 'chart':
    case 'category': {
      const options: readonly { value: string; label: string }[] =
        definition.input === 'choice'
          ? definition.options
          : definition.input === 'chart'
            ? charts
            : categories
      const isRemoved = value !== '' && !options.some((option) => option.value === value)
      return (
        <Select
          label={label}
          name={name}
          required={required}
          error={error}
          hint={more.hint}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{NOTHING_CHOSEN[definition.input]}</option>
          {isRemoved && definition.input === 'chart' && (
            <option value={value}>{value}, which is removed</option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )
    }
    case 'flag':
      return (
        <div className={field.field}>
          <Checkbox
            name={name}
            checked={value === 'true'}
            {...describedBy(id, error, more.hint)}
            onChange={({ target }) => onChange(target.checked ? 'true' : 'false')}
          >
            {label}
          </Checkbox>
          <p id={`${id}-hint`} className={field.hint}>
            {more.hint}
          </p>
          {error && (
            <p id={`${id}-error`} className={field.error}>
              {error}
            </p>
          )}
        </div>
      )
    case 'moment':
      return (
        <Field
          label={label}
          name={name}
          type="datetime-local"
          error={error}
          value={/^\d+$/.test(value) ? clockTime(Number(value), timeZone) : ''}
          onChange={({ target }) => onChange(typedTime(target, timeZone))}
          {...more}
          hint={[more.hint, `In the shop’s time zone: ${timeZone}.`].filter(Boolean).join(' ')}
        />
      )
  }
}

const NOTHING_CHOSEN = { choice: 'Not set', chart: 'That of its category', category: 'Select a category' }

/** Half a date is not the same as none. */
function typedTime({ value, validity }: HTMLInputElement, timeZone: string): string {
  if (value === '' && !validity.badInput) return ''
  return String(epochFromClock(value, timeZone) ?? 'not a time')
}

/** A number field with an invalid number has the value '', as if nothing were typed. */
function typed({ value, validity }: HTMLInputElement): string {
  return validity.badInput ? 'not a number' : value
}
