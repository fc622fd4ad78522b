import { boundedCount } from '#web/admin/staff-links.ts'
import { ordersAddress, type OrdersQuery } from '#web/views/orders/orders-query.ts'
import styles from './orders-page.module.css'

/** The tabs of the list: values of its state filter. */
const TABS = [
  { state: 'to-fulfil', label: 'To fulfil' },
  { state: 'ready-for-pickup', label: 'Ready for pickup' },
  { state: 'needs-attention', label: 'Needs attention' },
  { state: 'pending', label: 'Unpaid' },
  { state: '', label: 'All' },
] as const

type TabState = (typeof TABS)[number]['state']

/** A tab counts no further than this. */
export const MAX_TAB_COUNT = 999

/** How many orders each tab has; null: they could not be counted. */
export type TabCounts = Record<TabState, number> | null

/** Whether a state filter is a tab; any other is a filter within `All`. */
export function isTab(state: OrdersQuery['state']): state is TabState {
  return TABS.some((tab) => tab.state === state)
}

/** Links to what staff work through, each with its count. They keep the search. */
export default function OrderTabs({ query, counts }: { query: OrdersQuery; counts: TabCounts }) {
  const { q, state, from, to } = query
  const here = isTab(state) ? state : ''
  // A shop without pickups has no list of them.
  const shown = TABS.filter(
    (tab) => tab.state !== 'ready-for-pickup' || tab.state === here || (counts?.[tab.state] ?? 0) > 0,
  )
  return (
    <nav className={styles.tabs} aria-label="Order lists">
      {shown.map((tab) => (
        <a
          key={tab.state}
          href={`/admin/orders${ordersAddress({ q, state: tab.state, from, to })}`}
          aria-current={tab.state === here ? 'page' : undefined}
        >
          {tab.label}
          {counts && (
            <span
              className={styles.tabCount}
              data-waits={tab.state === 'needs-attention' && counts[tab.state] > 0}
            >
              {boundedCount(counts[tab.state], MAX_TAB_COUNT)}
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}
