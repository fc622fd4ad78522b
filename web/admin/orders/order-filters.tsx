import { useState } from 'react'
import { ORDER_FILTERS, ORDER_PAGE_SIZES, ORDER_SORTS } from '#domain/orders/order-filters.ts'
import FilterFields, { Options } from '#web/admin/list/filter-fields.tsx'
import ListFailure from '#web/admin/list/list-failure.tsx'
import SearchField from '#web/admin/list/search-field.tsx'
import { useLiveForm, type Narrowing } from '#web/admin/list/use-live-form.ts'
import Button from '#web/ui/button.tsx'
import Select from '#web/ui/select.tsx'
import { ordersAddress, parseOrdersQuery, type OrdersQuery } from '#web/views/orders/orders-query.ts'
import { isTab } from './order-tabs.tsx'
import styles from './orders-page.module.css'

interface OrderFiltersProps {
  query: OrdersQuery
  live: Narrowing
}

/** The filters of the list, stored in the address, so that a list can be bookmarked and shared. */
export default function OrderFilters({ query, live }: OrderFiltersProps) {
  const { q, sort, per, page: _page, ...others } = query
  const chosen = { ...others, state: isTab(query.state) ? '' : query.state }
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
          Filter and sort
          {further > 0 && ` (${further})`}
        </summary>
        <div className={styles.fields}>
          <FilterFields filters={ORDER_FILTERS} values={query} />
          <Select label="Sort" name="sort" defaultValue={sort}>
            <Options of={Object.entries(ORDER_SORTS)} />
          </Select>
          <Select label="Orders a page" name="per" defaultValue={per}>
            {ORDER_PAGE_SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </Select>
        </div>
      </details>
      <ListFailure failedAt={live.failedAt} />
    </form>
  )
}
