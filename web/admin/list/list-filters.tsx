import { LONGEST_QUERY } from '#domain/catalogue/search.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import styles from './list-filters.module.css'
import type { NarrowedList } from '#web/views/narrowed-list.ts'

interface ListFiltersProps {
  /** The accessible name of the list. */
  label: string
  /** The address of the unfiltered list. */
  path: string
  list: NarrowedList
  /** Empty: the list has none. */
  states: Readonly<Record<string, string>>
  placeholder: string
  /** The address of the CSV export; null when the role does not allow it. */
  exportPath: string | null
}

/**
 * The filters of a list that is stored in the address: a plain form, submitted by its button or by choosing a state.
 */
export default function ListFilters(props: ListFiltersProps) {
  const { label, path, list, states, placeholder, exportPath } = props
  const isNarrowed = list.q !== '' || list.state !== ''
  return (
    <form role="search" aria-label={label} className={styles.filters} method="get" action={path}>
      <Field
        label="Search"
        className={styles.search}
        type="search"
        name="q"
        placeholder={placeholder}
        maxLength={LONGEST_QUERY}
        defaultValue={list.q}
      />
      {Object.keys(states).length > 0 && (
        <Select
          label="State"
          name="state"
          defaultValue={list.state}
          onChange={({ target }) => target.form?.requestSubmit()}
        >
          <option value="">All states</option>
          {Object.entries(states).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      )}
      <Button type="submit" className={styles.go}>
        Search
      </Button>
      <p className={styles.links}>
        {isNarrowed && <a href={path}>Show all</a>}
        {exportPath !== null && (
          <a href={exportPath} download>
            Export CSV
          </a>
        )}
      </p>
    </form>
  )
}
