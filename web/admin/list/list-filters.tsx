import Button from '#web/ui/button.tsx'
import Select from '#web/ui/select.tsx'
import { filteredAddress, type FilteredList } from '#web/views/filtered-list.ts'
import styles from './list-filters.module.css'
import ListFailure from './list-failure.tsx'
import SearchField from './search-field.tsx'
import { useLiveForm, type Narrowing } from './use-live-form.ts'

interface ListFiltersProps {
  /** The accessible name of the list. */
  label: string
  /** The address of the unfiltered list. */
  path: string
  list: FilteredList
  /** Empty: the list has none. */
  states: Readonly<Record<string, string>>
  placeholder: string
  /** The address of the CSV export; null when the role does not allow it. */
  exportPath: string | null
  live: Narrowing
}

/**
 * The filters of a list, which are stored in the address. The list follows while staff type or choose; without
 * JavaScript this is a plain form.
 */
export default function ListFilters(props: ListFiltersProps) {
  const { label, path, list, states, placeholder, exportPath, live } = props
  const isNarrowed = list.q !== '' || list.state !== ''
  const form = useLiveForm(live, list.q, (values) =>
    filteredAddress(path, { q: values.get('q') ?? '', state: values.get('state') ?? '', page: 1 }),
  )
  return (
    <form {...form} role="search" aria-label={label} className={styles.filters} method="get" action={path}>
      <SearchField className={styles.search} placeholder={placeholder} defaultValue={list.q} />
      {Object.keys(states).length > 0 && (
        <Select label="Status" name="state" defaultValue={list.state}>
          <option value="">All statuses</option>
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
      <ListFailure failedAt={live.failedAt} />
    </form>
  )
}
