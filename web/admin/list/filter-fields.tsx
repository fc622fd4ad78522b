import { keysOf } from '#domain/record-of.ts'
import type { FilterValues, ListFilter } from '#domain/list-filter.ts'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'

interface Props<Filters extends Readonly<Record<string, ListFilter>>> {
  filters: Filters
  /** What they have when the page comes. */
  values: FilterValues<Filters>
}

/** The fields of a list's filters, besides its search. */
export default function FilterFields<Filters extends Readonly<Record<string, ListFilter>>>({
  filters,
  values,
}: Props<Filters>) {
  return keysOf(filters).map((key) => {
    const name = String(key)
    const filter = filters[key]
    const defaultValue = values[key]
    if (filter === undefined || filter.input === 'search') return null
    if (filter.input !== 'choice') {
      const type = filter.input === 'date' ? 'date' : 'search'
      return <Field key={name} label={filter.label} type={type} name={name} defaultValue={defaultValue} />
    }
    return (
      <Select key={name} label={filter.label} name={name} defaultValue={defaultValue}>
        <option value="">{filter.none}</option>
        {Object.entries(filter.choices).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    )
  })
}
