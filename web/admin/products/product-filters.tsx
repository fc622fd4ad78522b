import { useCategories } from '#web/admin/categories.ts'
import { PRODUCT_SORTS, STOCK_FILTERS } from '#domain/catalog/staff-list.ts'
import SearchField from '#web/admin/list/search-field.tsx'
import { useLiveForm } from '#web/admin/list/use-live-form.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
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
      <Select label="Category" name="category" defaultValue={query.category}>
        <option value="">All categories</option>
        <Options of={categories} />
      </Select>
      <Select label="Stock" name="stock" defaultValue={query.stock}>
        <option value="">All stock</option>
        <Options of={STOCK_FILTERS} />
      </Select>
      <Select label="Sort by" name="sort" defaultValue={query.sort}>
        <Options of={PRODUCT_SORTS} />
      </Select>
      <Checkbox className={styles.archived} name="archived" value="1" defaultChecked={query.archived !== ''}>
        Show archived
      </Checkbox>
      <noscript>
        <Button type="submit">Search</Button>
      </noscript>
    </form>
  )
}

function Options({ of: choices }: { of: readonly { value: string; label: string }[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
