import { useId } from 'react'
import { COLUMN_FIELDS, type ColumnField } from '#domain/catalogue/product-fields.ts'
import Field, { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import Select from '#web/ui/select.tsx'

interface ColumnInputProps {
  name: ColumnField
  value: string
  error: string | undefined
  onChange: (typed: string) => void
  label?: string
  hint?: string
  readOnly?: boolean
}

/** The input of one field, of the kind that its definition asks for. */
export default function ColumnInput({ name, value, error, onChange, ...more }: ColumnInputProps) {
  const id = useId()
  const definition = COLUMN_FIELDS[name]
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
          maxLength={definition.longest}
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
            maxLength={definition.longest}
            {...describedBy(id, error, more.hint)}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </FieldFrame>
      )
    case 'price':
      return (
        <Field
          label={label}
          name={name}
          type="number"
          inputMode="decimal"
          required={required}
          step="0.01"
          min="0"
          error={error}
          value={value}
          onChange={({ target }) => onChange(typed(target))}
          {...more}
        />
      )
    case 'count':
      return (
        <Field
          label={label}
          name={name}
          type="number"
          inputMode="numeric"
          min="0"
          error={error}
          value={value}
          onChange={({ target }) => onChange(typed(target))}
          {...more}
        />
      )
    case 'choice':
      return (
        <Select
          label={label}
          name={name}
          required={required}
          error={error}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{`Select a ${label.toLowerCase()}`}</option>
          {definition.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )
  }
}

/** A number field that holds no number says '', as if nothing were typed. */
function typed({ value, validity }: HTMLInputElement): string {
  return validity.badInput ? 'not a number' : value
}
