import { ORDER_FILTERS, ORDER_TABS, type OrderFilter, type TabCounts } from '#domain/orders/order-filters.ts'
import { boundedCount } from '#web/admin/staff-links.ts'
import { ordersAddress, savedQuery, type OrdersQuery } from '#web/views/orders/orders-query.ts'
import type { ViewLink } from './views-dialog.tsx'
import styles from './orders-page.module.css'

type TabState = (typeof ORDER_TABS)[number]

const TAB_LABELS: Record<TabState, string> = {
  ...ORDER_FILTERS.state.choices,
  pending: 'Unpaid',
  '': 'All',
}

/** Most shops have none of these on most days. */
const RARE: ReadonlySet<TabState> = new Set(['to-review', 'on-hold', 'ready-for-pickup'])

/** Those that somebody has to decide about. */
const URGENT: ReadonlySet<TabState> = new Set(['to-review', 'needs-attention'])

/** A tab counts no further than this. */
export const MAX_TAB_COUNT = 999

/** Whether a state filter is a tab; any other is a filter within `All`. */
export function isTab(state: OrderFilter['state']): state is TabState {
  return ORDER_TABS.some((tab) => tab === state)
}

interface Props {
  /** The list that is shown, but for its page. */
  shown: Omit<OrdersQuery, 'page'>
  /** Null: they could not be counted. */
  counts: TabCounts | null
  views: readonly ViewLink[]
}

/** Links to what staff work through, each with its count, which keep the other filters; and to the lists they saved. */
export default function OrderTabs({ shown, counts, views }: Props) {
  const saved = savedQuery(ordersAddress(shown))
  const view = shown.q === '' ? views.find(({ query }) => query === saved && saved !== '') : undefined
  const here = isTab(shown.state) ? shown.state : ''
  const tabs = ORDER_TABS.filter((state) => !RARE.has(state) || state === here || (counts?.[state] ?? 0) > 0)
  return (
    <nav className={styles.tabs} aria-label="Order lists">
      {tabs.map((state) => (
        <a
          key={state}
          href={`/admin/orders${ordersAddress({ ...shown, state })}`}
          aria-current={state === here && !view ? 'page' : undefined}
        >
          {TAB_LABELS[state]}
          {counts && (
            <span className={styles.tabCount} data-waits={URGENT.has(state) && counts[state] > 0}>
              {boundedCount(counts[state], MAX_TAB_COUNT)}
            </span>
          )}
        </a>
      ))}
      {views.map(({ id, name, query }) => (
        <a key={id} href={`/admin/orders${query}`} aria-current={id === view?.id ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
