import { useCategories } from '#web/admin/categories.ts'
import { PRODUCT_FILTERS, PRODUCT_SORTS } from '#domain/catalog/staff-list.ts'
import FilterFields, { Options } from '#web/admin/list/filter-fields.tsx'
import SearchField from '#web/admin/list/search-field.tsx'
import { useLiveForm } from '#web/admin/list/use-live-form.ts'
import Button from '#web/ui/button.tsx'
import Select from '#web/ui/select.tsx'
import styles from './products-page.module.css'
import { listAddress, parseListQuery, type ListQuery } from '#web/views/catalog/staff-products-query.ts'

const PATH = '/admin/dashboard'

interface ProductFiltersProps {
  /** The query of the list that came with the page. */
  query: ListQuery
  onChange: (query: ListQuery) => void
}

/** What narrows and orders the list. Each choice takes effect immediately; without JavaScript this is a plain form. */
export default function ProductFilters({ query, onChange }: ProductFiltersProps) {
  const categories = useCategories()
  const form = useLiveForm(
    { narrow: (address) => onChange(parseListQuery(new URLSearchParams(address.slice(PATH.length)))) },
    query.q,
    (values) => PATH + listAddress(parseListQuery(values)),
  )
  return (
    <form {...form} role="search" aria-label="Products" method="get" action={PATH} className={styles.filters}>
      <SearchField
        className={styles.search}
        placeholder="Name, category, SKU or barcode"
        defaultValue={query.q}
      />
      <FilterFields
        filters={PRODUCT_FILTERS}
        values={query}
        listed={{
          category: <Options of={categories.map(({ value, label }) => [value, label])} />,
        }}
      />
      <Select label="Sort by" name="sort" defaultValue={query.sort}>
        <Options of={Object.entries(PRODUCT_SORTS)} />
      </Select>
      <noscript>
        <Button type="submit">Search</Button>
      </noscript>
    </form>
  )
}
