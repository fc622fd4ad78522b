import type { Permission } from '#domain/staff/permissions.ts'
import OrderStateLabel from '#web/admin/order-state.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { OrderState } from '#domain/orders/order.ts'
import OrderFilters from './order-filters.tsx'
import { ordersAddress, type OrdersQuery } from '#web/views/orders/orders-query.ts'
import styles from './orders-page.module.css'

/** An order in the list. */
export interface OrderRow {
  number: string
  placedAt: string
  name: string
  email: string
  state: OrderState
  isFulfilled: boolean
  total: string
}

export interface OrdersPageProps {
  frame: StaffFrameProps
  /** The list's filters from the address. */
  query: OrdersQuery
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

const COLUMNS = [
  { label: 'Order' },
  { label: 'Placed' },
  { label: 'Customer' },
  { label: 'State' },
  { label: 'Total', align: 'end' },
] as const

/** All orders, with customer and state. */
export default function OrdersPage({ frame, query, list }: OrdersPageProps) {
  const { page: _page, ...filter } = query
  const isNarrowed = ordersAddress(filter) !== ''
  const may = (permission: Permission) => frame.permissions.includes(permission)
  return (
    <StaffFrame frame={frame} title="Orders" here="/admin/orders">
      <OrderFilters query={query} isNarrowed={isNarrowed} />
      {list === null ? (
        <p role="alert" className={styles.failed}>
          The orders could not be loaded. Reload the page to try again.
        </p>
      ) : (
        <>
          <div className={styles.above}>
            <p role="status">{countWords(list)}</p>
            <span className={styles.ways}>
              {may('customers.erase') && <a href="/admin/erasure">Delete a customer’s data</a>}
              {list.total > 0 && may('customers.export') && (
                <a href={`/api/staff/orders.csv${ordersAddress(filter)}`} download>
                  Export CSV
                </a>
              )}
            </span>
          </div>
          {list.orders.length === 0 ? (
            <p className={styles.empty}>{emptyWords(list.isTooShort, isNarrowed)}</p>
          ) : (
            <Table
              caption="Orders, the newest first"
              columns={COLUMNS}
              rows={list.orders.map((order) => ({
                key: order.number,
                cells: cellsOf(order, ordersAddress(query)),
              }))}
            />
          )}
          <PageLinks
            page={list.page}
            pages={list.pages}
            addressOf={(page) => `/admin/orders${ordersAddress({ ...filter, page })}`}
          />
        </>
      )}
    </StaffFrame>
  )
}

/** `list`: the query of the list, so that an order knows its neighbours. */
function cellsOf({ number, placedAt, name, email, state, isFulfilled, total }: OrderRow, list: string) {
  return [
    <a key="number" className={styles.number} href={`/admin/orders/${number}${list}`}>
      {number}
    </a>,
    placedAt,
    <span key="customer" className={styles.customer}>
      <span>{name}</span>
      <span className={styles.email}>{email}</span>
    </span>,
    <span key="state">
      <OrderStateLabel state={state} isFulfilled={isFulfilled} />
    </span>,
    total,
  ]
}

function countWords({ total, isCut }: { total: number; isCut: boolean }): string {
  if (isCut) return `The newest ${total} orders that match. Narrow the search to see older ones.`
  return total === 1 ? '1 order' : `${total.toLocaleString('en-CA')} orders`
}

function emptyWords(isTooShort: boolean, isNarrowed: boolean): string {
  if (isTooShort) return 'Search for at least three characters.'
  return isNarrowed ? 'No order matches. Try other words, states or days.' : 'There are no orders yet.'
}
