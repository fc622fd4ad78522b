import { ORDER_FILTERS, ORDER_TABS, type OrderFilter, type TabCounts } from '#domain/orders/order-filters.ts'
import { boundedCount } from '#web/admin/staff-links.ts'
import { ordersAddress } from '#web/views/orders/orders-query.ts'
import styles from './orders-page.module.css'

type TabState = (typeof ORDER_TABS)[number]

const TAB_LABELS: Record<TabState, string> = {
  ...ORDER_FILTERS.state.choices,
  pending: 'Unpaid',
  '': 'All',
}

/** A tab counts no further than this. */
export const MAX_TAB_COUNT = 999

/** Whether a state filter is a tab; any other is a filter within `All`. */
export function isTab(state: OrderFilter['state']): state is TabState {
  return ORDER_TABS.some((tab) => tab === state)
}

interface Props {
  filter: OrderFilter
  /** Null: they could not be counted. */
  counts: TabCounts | null
}

/** Links to what staff work through, each with its count. They keep the other filters. */
export default function OrderTabs({ filter, counts }: Props) {
  const here = isTab(filter.state) ? filter.state : ''
  // Most shops have none of these on most days.
  const isRare = (state: TabState) => state === 'ready-for-pickup' || state === 'on-hold'
  const shown = ORDER_TABS.filter((state) => !isRare(state) || state === here || (counts?.[state] ?? 0) > 0)
  return (
    <nav className={styles.tabs} aria-label="Order lists">
      {shown.map((state) => (
        <a
          key={state}
          href={`/admin/orders${ordersAddress({ ...filter, state })}`}
          aria-current={state === here ? 'page' : undefined}
        >
          {TAB_LABELS[state]}
          {counts && (
            <span className={styles.tabCount} data-waits={state === 'needs-attention' && counts[state] > 0}>
              {boundedCount(counts[state], MAX_TAB_COUNT)}
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}
