/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role,
   jsx-a11y/control-has-associated-label -- a table whose parts are `display: block` on a phone is not a table to some
   browsers, unless the roles are explicit; and a cell is not a control. */
import OrderStateLabel from '#web/admin/order-state.tsx'
import states from '#web/admin/order-state.module.css'
import { ORDER_SORTS, type OrderSort } from '#domain/orders/order-filters.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { Delivery, OrderState, PickupStatus } from '#domain/orders/order.ts'
import type { ListedItems } from './item-words.ts'
import styles from './order-table.module.css'
import { SelectRow } from '#web/admin/list/selection-bar.tsx'
import type { Selection } from '#web/admin/list/selection.ts'
import { ordersAddress, type OrdersQuery } from '#web/views/orders/orders-query.ts'

/** An order in the list. */
export interface OrderRow {
  number: string
  /** How long ago: `2 days`. */
  age: string
  placedAt: string
  name: string
  email: string
  items: ListedItems
  destination: string
  state: OrderState
  fulfilment: FulfilmentStatus
  /** What a change of it costs more: `Waiting for C$5.00`; null when nothing is left to pay. */
  balance: string | null
  /** Another order of the customer waits to be sent too. */
  hasDuplicate: boolean
  delivery: Delivery
  pickup: PickupStatus
  /** Staff made it. */
  isManual: boolean
  /** What the customer wrote. */
  note: string
  isOnHold: boolean
  /** Its payment was a test. */
  isTest: boolean
  tags: string[]
  /** The batch that it is packed in, or was last. */
  batch: { id: string; name: string } | null
  /** Who printed its packing slip last, and when; null: no one. */
  printed: { by: string; at: string } | null
  total: string
}

interface OrderTableProps {
  orders: readonly OrderRow[]
  /** The list's own, so that an order knows its neighbours. */
  query: OrdersQuery
  /** Null: the role does not allow anything that is done to a selection. */
  selection: Selection | null
}

/** The columns, and how the list is sorted by one: at first, and when it is already. */
const COLUMNS = [
  { label: 'Order' },
  { label: 'Items' },
  { label: 'Destination', rising: 'destination', falling: '-destination' },
  { label: 'Customer', rising: 'customer', falling: '-customer' },
  { label: 'Status' },
  { label: 'Total', rising: 'total', falling: '-total' },
  { label: 'Placed', rising: 'placed', falling: '' },
] as const satisfies readonly Sortable[]

/** One page of the orders. On a phone each row becomes a block. */
export default function OrderTable({ orders, query, selection }: OrderTableProps) {
  const { page: _page, ...list } = query
  return (
    <table role="table" className={styles.table}>
      <caption className="visually-hidden">Orders: {ORDER_SORTS[query.sort].toLowerCase()}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {selection && (
            <th role="columnheader" scope="col">
              <span className="visually-hidden">Selected</span>
            </th>
          )}
          {COLUMNS.map((column) => (
            <th
              key={column.label}
              role="columnheader"
              scope="col"
              data-column={column.label}
              aria-sort={sortedBy(column, query.sort)}
            >
              {'rising' in column ? (
                <a href={`/admin/orders${ordersAddress({ ...list, sort: nextSort(column, query.sort) })}`}>
                  {column.label}
                </a>
              ) : (
                column.label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {orders.map((order) => (
          <Row key={order.number} order={order} list={ordersAddress(query)} selection={selection} />
        ))}
      </tbody>
    </table>
  )
}

type Sortable = { label: string; rising?: OrderSort; falling?: OrderSort }

function sortedBy({ rising, falling }: Sortable, sort: OrderSort): 'ascending' | 'descending' | undefined {
  if (sort === rising) return 'ascending'
  return sort === falling ? 'descending' : undefined
}

/** A column is sorted in its rising order first, and by time the other way round. */
function nextSort({ rising = '', falling = '' }: Sortable, sort: OrderSort): OrderSort {
  return sort === rising ? falling : rising
}

interface RowProps extends Pick<OrderTableProps, 'selection'> {
  order: OrderRow
  /** The query of the list. */
  list: string
}

function Row({ order, list, selection }: RowProps) {
  const { number, age, placedAt, name, email, items, destination, state, total } = order
  const {
    fulfilment,
    delivery,
    pickup,
    balance,
    hasDuplicate,
    isManual,
    note,
    isOnHold,
    isTest,
    tags,
    printed,
  } = order
  const { batch } = order
  const isChosen = selection?.has(number) ?? false
  return (
    <tr role="row" data-row={number} data-chosen={isChosen || undefined}>
      {selection && (
        <td role="cell" data-column="Selected">
          <SelectRow selection={selection} row={number} name={number} field="order" />
        </td>
      )}
      <th role="rowheader" scope="row" data-column="Order">
        <a className={styles.number} href={`/admin/orders/${number}${list}`}>
          {number}
        </a>
      </th>
      <td role="cell" data-column="Items">
        {items.shown.map(({ item, size }, at) => (
          <span key={`${item} ${size}`} className={styles.line}>
            <span className={styles.cut}>{item}</span>
            <span className={styles.size}>, {size}</span>
            {at === items.shown.length - 1 && items.more > 0 && (
              <span className={`${styles.quiet} ${styles.size}`}> + {items.more} more</span>
            )}
          </span>
        ))}
        {note !== '' && <span className={`${styles.cut} ${styles.quiet}`}>Note: {note}</span>}
        {(batch !== null || printed !== null || tags.length > 0) && (
          <span className={`${styles.cut} ${styles.quiet}`}>
            {batch && <a href={`/admin/orders/batches/${batch.id}`}>{batch.name}</a>}
            {batch && (printed || tags.length > 0) && ' · '}
            {printed && <span title={`${printed.by}, ${printed.at}`}>Slip printed</span>}
            {printed && tags.length > 0 && ' · '}
            {tags.join(', ')}
          </span>
        )}
      </td>
      <td role="cell" data-column="Destination">
        {destination}
      </td>
      <td role="cell" data-column="Customer">
        <span className={styles.cut}>{name}</span>
        <span className={`${styles.cut} ${styles.quiet}`}>{email}</span>
      </td>
      <td role="cell" data-column="Status">
        <OrderStateLabel {...{ state, fulfilment, delivery, pickup }} isBalanceDue={balance !== null} />
        {balance !== null && <span className={states.mark}>{balance}</span>}
        {isTest && <span className={states.mark}>Test</span>}
        {isOnHold && <span className={states.mark}>On hold</span>}
        {hasDuplicate && <DuplicateMark />}
        {isManual && <ManualMark />}
      </td>
      <td role="cell" data-column="Total">
        {total}
      </td>
      <td role="cell" data-column="Placed">
        <span className={styles.age}>{age}</span>
        <span className={`${styles.cut} ${styles.quiet}`}>{placedAt}</span>
      </td>
    </tr>
  )
}

/** Marks an order in the list: staff made it. */
function ManualMark() {
  return <span className={`${styles.cut} ${styles.quiet}`}>Created by staff</span>
}

/** Marks an order in a list: another order of the same customer or address waits to be sent too. */
function DuplicateMark() {
  return <span className={states.mark}>Possible duplicate</span>
}
