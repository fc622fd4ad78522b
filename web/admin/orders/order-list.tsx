import { useRef } from 'react'
import Checkbox from '#web/ui/checkbox.tsx'
import { ordersAddress, type OrdersQuery } from '#web/views/orders/orders-query.ts'
import OrderTable, { type OrderRow } from './order-table.tsx'
import SelectionBar from './selection-bar.tsx'
import styles from './selection-bar.module.css'
import { useOrderKeys } from './use-order-keys.ts'
import { useSelection } from './use-selection.ts'

interface OrderListProps {
  orders: readonly OrderRow[]
  /** How many orders the filter matches, on all pages. */
  total: number
  query: OrdersQuery
  /** Whether the role allows what is done with selected orders. */
  maySelect: boolean
}

/** One page of the orders, of which some, the page, or everything that the filter matches can be selected. */
export default function OrderList({ orders, total, query, maySelect }: OrderListProps) {
  const { page: _page, ...filter } = query
  const list = useRef<HTMLFormElement>(null)
  const selection = useSelection(
    orders.map(({ number }) => number),
    total,
  )
  useOrderKeys(list, maySelect ? selection.toggle : null)
  if (!maySelect) return <OrderTable orders={orders} list={ordersAddress(query)} selection={null} />
  return (
    <form
      ref={list}
      method="get"
      action="/admin/orders/batch"
      aria-label="Orders to select"
      className={styles.list}
      onReset={(event) => {
        event.preventDefault()
        selection.clear()
      }}
    >
      <Checkbox
        className={styles.page}
        checked={selection.isPage}
        ref={(box) => {
          if (box) box.indeterminate = selection.size > 0 && !selection.isPage
        }}
        onChange={selection.togglePage}
      >
        Select this page
      </Checkbox>
      <OrderTable orders={orders} list={ordersAddress(query)} selection={selection} />
      <SelectionBar selection={selection} total={total} filter={filter} />
    </form>
  )
}
