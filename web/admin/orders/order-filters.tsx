import { useState } from 'react'
import { ORDER_STATES, ORDER_STATE_WORDS } from '#domain/orders/order.ts'
import ListFailure from '#web/admin/list/list-failure.tsx'
import SearchField from '#web/admin/list/search-field.tsx'
import { useLiveForm, type Narrowing } from '#web/admin/list/use-live-form.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
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
  const { q, state, from, to } = query
  const further = [isTab(state) ? '' : state, from, to].filter((value) => value !== '').length
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
          <Select label="Status" name="state" defaultValue={state} className={styles.state}>
            <option value="">All statuses</option>
            <option value="to-fulfil">To fulfil</option>
            <option value="ready-for-pickup">Ready for pickup</option>
            <option value="partly-picked-up">Partly picked up</option>
            {ORDER_STATES.map((each) => (
              <option key={each} value={each}>
                {ORDER_STATE_WORDS[each]}
              </option>
            ))}
          </Select>
          <Field label="From" type="date" name="from" defaultValue={from} />
          <Field label="To" type="date" name="to" defaultValue={to} />
        </div>
      </details>
      <ListFailure failedAt={live.failedAt} />
    </form>
  )
}
