import { useState } from 'react'
import { MAX_SELECTED } from '#domain/list-filter.ts'
import { ORDER_ACTIONS } from '#domain/orders/allowed-actions.ts'
import type { OrderFilter, TabCounts } from '#domain/orders/order-filters.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import { SelectionHead } from '#web/admin/list/selection-bar.tsx'
import { useSelection } from '#web/admin/list/selection.ts'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import ViewsDialog, { type ViewLink } from './views-dialog.tsx'
import { ordersAddress, savedQuery, type OrdersQuery } from '#web/views/orders/orders-query.ts'
import LinkButton from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import OrderFilters from './order-filters.tsx'
import OrderList from './order-list.tsx'
import type { OrderRow } from './order-table.tsx'
import OrderTabs, { isTab } from './order-tabs.tsx'
import { SELECTED_ACTIONS } from './selected-actions.ts'
import styles from './orders-page.module.css'

export interface OrdersPageProps {
  frame: StaffFrameProps
  /** The list's filters from the address. */
  query: OrdersQuery
  /** Null: they could not be counted. */
  tabs: TabCounts | null
  /** The lists that staff saved. */
  views: ViewLink[]
  /** The tags that orders have. */
  tags: string[]
  /** How many batches are open. */
  batches: number
  /** The result; null: it could not be loaded. */
  list: {
    orders: OrderRow[]
    total: number
    page: number
    pages: number
    isTooShort: boolean
    isCut: boolean
  } | null
}

/** All orders, or those of a tab, to look one up or to choose what is worked on next. */
export default function OrdersPage(first: OrdersPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, query, tabs, views, tags, batches, list } = props
  const [isSaving, setIsSaving] = useState(false)
  const { page: _page, ...shown } = query
  const { sort: _sort, per: _per, ...filter } = shown
  const isNarrowed = isSearch(filter) || !isTab(filter.state)
  const may = (permission: Permission) => frame.permissions.includes(permission)
  const actions = SELECTED_ACTIONS.filter((action) => may(ORDER_ACTIONS[action].permission))
  const selection = useSelection('orders', frame.email, list?.orders.map(({ number }) => number) ?? [])

  async function selectFirst(first?: number) {
    const { page: _page, per: _per, ...listed } = query
    const answer = await call('GET /api/staff/order-numbers', {
      query: new URLSearchParams(ordersAddress(listed) + (first ? `&first=${first}` : '')).toString(),
    })
    if (answer.kind === 'done') selection.add(answer.value.numbers)
    else showToast('error', answer.title ?? 'The shop did not respond. Try again.')
  }

  return (
    <StaffFrame frame={frame} title="Orders" here="/admin/orders">
      <div className={styles.page}>
        <OrderTabs shown={shown} counts={tabs} views={views} />
        <OrderFilters query={query} live={live} />
        {list === null ? (
          <p role="alert" className={styles.failed}>
            The orders could not be loaded. Reload the page to try again.
          </p>
        ) : (
          <>
            <SelectionHead
              className={styles.above}
              selection={actions.length > 0 && list.orders.length > 0 ? selection : null}
              total={list.total}
              isWhole={list.total <= list.orders.length}
              onSelectFirst={(first) => void selectFirst(first)}
            >
              <p role="status">{countWords(list)}</p>
              <span className={styles.ways}>
                {isNarrowed && <a href="/admin/orders">Show all</a>}
                {may('orders.create') && (
                  <LinkButton className={styles.new} tone="plain" href="/admin/orders/new">
                    New order
                  </LinkButton>
                )}
                {may('orders.fulfil') && (
                  <a href="/admin/orders/batches">
                    {batches === 0 ? 'Batches' : `Batches (${batches} open)`}
                  </a>
                )}
                {may('orders.note') && (
                  <button
                    type="button"
                    className={form.toggle}
                    aria-haspopup="dialog"
                    onClick={() => setIsSaving(true)}
                  >
                    Save this list
                  </button>
                )}
                {may('customers.erase') && <a href="/admin/erasure">Delete a customer’s data</a>}
                {list.total > 0 && may('customers.export') && (
                  <a href={`/api/staff/orders.csv${ordersAddress(filter)}`} download>
                    Export CSV
                  </a>
                )}
              </span>
            </SelectionHead>
            <LiveResult loading={live.loading}>
              {list.orders.length === 0 ? (
                <p className={styles.empty}>{emptyWords(list.isTooShort, filter)}</p>
              ) : (
                <OrderList
                  key={ordersAddress(query)}
                  orders={list.orders}
                  total={list.total}
                  query={query}
                  selection={selection}
                  actions={actions}
                  tags={tags}
                  onSelectFirst={(first) => void selectFirst(first)}
                  onChanged={live.refresh}
                />
              )}
            </LiveResult>
            <PageLinks
              page={list.page}
              pages={list.pages}
              isMore={list.total > MAX_SELECTED}
              addressOf={(page) => `/admin/orders${ordersAddress({ ...shown, page })}`}
            />
          </>
        )}
      </div>
      {isSaving && (
        <ViewsDialog
          views={views}
          query={savedQuery(ordersAddress(query))}
          onSaved={() => {
            setIsSaving(false)
            live.refresh()
          }}
          onClose={() => setIsSaving(false)}
        />
      )}
    </StaffFrame>
  )
}

function countWords({ total, isCut }: { total: number; isCut: boolean }): string {
  if (isCut) return `The newest ${total} orders that match. Narrow the search to see older ones.`
  // It is counted no further.
  if (total > MAX_SELECTED) return `${MAX_SELECTED.toLocaleString('en-CA')}+ orders`
  return total === 1 ? '1 order' : `${total.toLocaleString('en-CA')} orders`
}

/** Whether more than a status narrows the list. */
function isSearch({ state: _state, ...others }: OrderFilter): boolean {
  return Object.values(others).some((value) => value !== '')
}

function emptyWords(isTooShort: boolean, filter: OrderFilter): string {
  const { state } = filter
  if (isTooShort) return 'Search for at least three characters.'
  if (isSearch(filter)) return 'No order matches. Try other words, statuses or days, or “Show all”.'
  if (state === 'to-fulfil') return 'No order is waiting to be fulfilled.'
  if (state === 'ready-for-pickup') return 'No order is waiting to be picked up.'
  if (state === 'partly-picked-up') return 'No order is partly picked up.'
  if (state === 'needs-attention') return 'No order needs attention.'
  if (state === 'pending') return 'No order is waiting for payment.'
  return state === '' ? 'There are no orders yet.' : 'No order has this status.'
}
