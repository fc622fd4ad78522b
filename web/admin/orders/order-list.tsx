import { useRef, useEffect, useEffectEvent, type RefObject } from 'react'
import Checkbox from '#web/ui/checkbox.tsx'
import { ordersAddress, type OrdersQuery } from '#web/views/orders/orders-query.ts'
import OrderTable, { type OrderRow } from './order-table.tsx'
import SelectionBar from './selection-bar.tsx'
import styles from './selection-bar.module.css'
import { useSelection } from './use-selection.ts'
import { singleKeyOf } from '#web/admin/tools/staff-keys.ts'

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

/**
 * The keys of the list: j and k move between its orders, from anywhere on the page; x selects the order with the focus,
 * Shift with x every order up to it.
 */
function useOrderKeys(
  list: RefObject<HTMLElement | null>,
  onSelect: ((number: string, range: boolean) => void) | null,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKeyOf(event)
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('tr[data-order]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
    if (step !== 0) {
      const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
      rows[next]?.querySelector('a')?.focus()
      rows[next]?.scrollIntoView({ block: 'nearest' })
    } else if (key?.toLowerCase() === 'x') {
      const number = rows[at]?.dataset['order']
      if (number !== undefined) onSelect?.(number, event.shiftKey)
    }
  })
  useEffect(() => {
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
