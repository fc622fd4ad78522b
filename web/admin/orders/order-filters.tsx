import { useState } from 'react'
import { ORDER_FILTERS, type OrderFilter } from '#domain/orders/order-filters.ts'
import FilterFields from '#web/admin/list/filter-fields.tsx'
import ListFailure from '#web/admin/list/list-failure.tsx'
import SearchField from '#web/admin/list/search-field.tsx'
import { useLiveForm, type Narrowing } from '#web/admin/list/use-live-form.ts'
import Button from '#web/ui/button.tsx'
import { ordersAddress, parseOrdersQuery } from '#web/views/orders/orders-query.ts'
import { isTab } from './order-tabs.tsx'
import styles from './orders-page.module.css'

interface OrderFiltersProps {
  filter: OrderFilter
  live: Narrowing
}

/** The filters of the list, stored in the address, so that a list can be bookmarked and shared. */
export default function OrderFilters({ filter, live }: OrderFiltersProps) {
  const { q, ...others } = filter
  const chosen = { ...others, state: isTab(filter.state) ? '' : filter.state }
  const further = Object.values(chosen).filter((value) => value !== '').length
  const [isOpen] = useState(further > 0)
  const form = useLiveForm(live, q, (values) => {
    const { page: _page, ...wanted } = parseOrdersQuery(values)
    return `/admin/orders${ordersAddress(wanted)}`
  })
  return (
    <form
      {...form}
      role="search"
      aria-label="Orders"
      method="get"
      action="/admin/orders"
      className={styles.filters}
    >
      <SearchField className={styles.search} placeholder="Number, name or email" defaultValue={q} />
      <Button type="submit" className={styles.go}>
        Search
      </Button>
      <details className={styles.more} open={isOpen}>
        <summary>
          Status and days
          {further > 0 && ` (${further})`}
        </summary>
        <div className={styles.fields}>
          <FilterFields filters={ORDER_FILTERS} values={filter} />
        </div>
      </details>
      <ListFailure failedAt={live.failedAt} />
    </form>
  )
}
