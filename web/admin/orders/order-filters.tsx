import { ORDER_STATES, ORDER_STATE_WORDS } from '#domain/orders/order.ts'
import { LONGEST_QUERY } from '#domain/catalogue/search.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import type { OrdersQuery } from '#web/views/orders/orders-query.ts'
import styles from './orders-page.module.css'

interface OrderFiltersProps {
  query: OrdersQuery
  isNarrowed: boolean
}

/** The filters of the list, stored in the address, so that a list can be bookmarked and shared. */
export default function OrderFilters({ query, isNarrowed }: OrderFiltersProps) {
  return (
    <form role="search" aria-label="Orders" method="get" action="/admin/orders" className={styles.filters}>
      <Field
        label="Search"
        className={styles.search}
        type="search"
        name="q"
        placeholder="Number, name or e-mail"
        maxLength={LONGEST_QUERY}
        defaultValue={query.q}
      />
      <Select label="State" name="state" defaultValue={query.state} className={styles.search}>
        <option value="">All states</option>
        <option value="to-fulfil">To fulfil</option>
        {ORDER_STATES.map((state) => (
          <option key={state} value={state}>
            {ORDER_STATE_WORDS[state]}
          </option>
        ))}
      </Select>
      <Field label="From" type="date" name="from" defaultValue={query.from} />
      <Field label="To" type="date" name="to" defaultValue={query.to} />
      <div className={styles.buttons}>
        <Button type="submit" className={styles.show}>
          Search
        </Button>
        {isNarrowed && (
          <a className={styles.clear} href="/admin/orders">
            Show all
          </a>
        )}
      </div>
    </form>
  )
}
