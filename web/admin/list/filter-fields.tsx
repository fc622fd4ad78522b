import { keysOf } from '#domain/record-of.ts'
import type { FilterValues, ListFilter } from '#domain/list-filter.ts'
import type { ReactNode } from 'react'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import styles from './list-filters.module.css'

interface Props<Filters extends Readonly<Record<string, ListFilter>>> {
  filters: Filters
  /** What they have when the page comes. */
  values: FilterValues<Filters>
  /** The choices of those that the declaration leaves open. */
  listed?: Readonly<Partial<Record<keyof Filters, ReactNode>>>
}

/** The fields of a list's filters, besides its search. */
export default function FilterFields<Filters extends Readonly<Record<string, ListFilter>>>({
  filters,
  values,
  listed,
}: Props<Filters>) {
  return keysOf(filters).map((key) => {
    const name = String(key)
    const filter = filters[key]
    const defaultValue = values[key]
    if (filter === undefined || filter.input === 'search') return null
    if (filter.input === 'yes') {
      return (
        <Checkbox
          key={name}
          className={styles.check}
          name={name}
          value="1"
          defaultChecked={defaultValue !== ''}
        >
          {filter.label}
        </Checkbox>
      )
    }
    if (filter.input === 'date' || filter.input === 'text') {
      const type = filter.input === 'date' ? 'date' : 'search'
      return <Field key={name} label={filter.label} type={type} name={name} defaultValue={defaultValue} />
    }
    return (
      <Select key={name} label={filter.label} name={name} defaultValue={defaultValue}>
        <option value="">{filter.none}</option>
        {filter.input === 'choice' ? <Options of={Object.entries(filter.choices)} /> : listed?.[key]}
      </Select>
    )
  })
}

/** The choices of a list: their values and words. */
export function Options({ of: choices }: { of: readonly (readonly [value: string, words: string])[] }) {
  return choices.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
}
