import { CATEGORIES } from '#domain/catalogue/category.ts'
import { LONGEST_QUERY } from '#domain/catalogue/search.ts'
import { PRODUCT_SORTS, STOCK_FILTERS } from '#domain/catalogue/staff-list.ts'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import styles from './products-page.module.css'
import type { ListQuery } from '#web/views/catalogue/staff-products-query.ts'

interface ProductFiltersProps {
  query: ListQuery
  onChange: (changes: Partial<ListQuery>) => void
}

/** What narrows and orders the list. Each choice works at once. */
export default function ProductFilters({ query, onChange }: ProductFiltersProps) {
  const hydrated = useHydrated()
  return (
    <form
      role="search"
      aria-label="Products"
      className={styles.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <Field
        label="Search"
        className={styles.search}
        type="search"
        placeholder="Name, description or category"
        maxLength={LONGEST_QUERY}
        disabled={!hydrated}
        value={query.q}
        onChange={({ target }) => onChange({ q: target.value })}
      />
      <Select
        label="Category"
        disabled={!hydrated}
        value={query.category}
        onChange={({ target }) => onChange({ category: target.value as ListQuery['category'] })}
      >
        <option value="">All categories</option>
        <Options of={CATEGORIES} />
      </Select>
      <Select
        label="Stock"
        disabled={!hydrated}
        value={query.stock}
        onChange={({ target }) => onChange({ stock: target.value as ListQuery['stock'] })}
      >
        <option value="">All stock</option>
        <Options of={STOCK_FILTERS} />
      </Select>
      <Select
        label="Sort by"
        disabled={!hydrated}
        value={query.sort}
        onChange={({ target }) => onChange({ sort: target.value as ListQuery['sort'] })}
      >
        <Options of={PRODUCT_SORTS} />
      </Select>
      <Checkbox
        className={styles.archived}
        disabled={!hydrated}
        checked={query.archived !== ''}
        onChange={({ target }) => onChange({ archived: target.checked ? '1' : '' })}
      >
        Show archived
      </Checkbox>
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
