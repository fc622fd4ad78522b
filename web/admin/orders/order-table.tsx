/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role,
   jsx-a11y/control-has-associated-label -- a table whose parts are `display: block` on a phone is not a table to some
   browsers, unless the roles are explicit; and a cell is not a control. */
import DuplicateMark from '#web/admin/duplicate-mark.tsx'
import OrderStateLabel from '#web/admin/order-state.tsx'
import states from '#web/admin/order-state.module.css'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { Delivery, OrderState, PickupStatus } from '#domain/orders/order.ts'
import type { ListedItems } from './item-words.ts'
import ManualMark from './manual-mark.tsx'
import styles from './order-table.module.css'
import type { Selection } from './use-selection.ts'

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
  total: string
}

interface OrderTableProps {
  orders: readonly OrderRow[]
  /** The query of the list, so that an order knows its neighbours. */
  list: string
  /** Null: the role does not allow anything that is done to a selection. */
  selection: Selection | null
}

const COLUMNS = ['Order', 'Items', 'Destination', 'Customer', 'Status', 'Total', 'Placed'] as const

/** One page of the orders. On a phone each row becomes a block. */
export default function OrderTable({ orders, list, selection }: OrderTableProps) {
  return (
    <table role="table" className={styles.table}>
      <caption className="visually-hidden">Orders, newest first</caption>
      <thead role="rowgroup">
        <tr role="row">
          {selection && (
            <th role="columnheader" scope="col">
              <span className="visually-hidden">Selected</span>
            </th>
          )}
          {COLUMNS.map((label) => (
            <th key={label} role="columnheader" scope="col" data-column={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {orders.map((order) => (
          <Row key={order.number} order={order} list={list} selection={selection} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ order, list, selection }: { order: OrderRow } & Omit<OrderTableProps, 'orders'>) {
  const { number, age, placedAt, name, email, items, destination, state, total } = order
  const { fulfilment, delivery, pickup, balance, hasDuplicate, isManual, note, isOnHold } = order
  const isChosen = selection?.has(number) ?? false
  return (
    <tr role="row" data-order={number} data-chosen={isChosen || undefined}>
      {selection && (
        <td role="cell" data-column="Selected">
          <label className={styles.choose}>
            <span className="visually-hidden">Select {number}</span>
            <input
              type="checkbox"
              name={selection.all ? undefined : 'order'}
              value={number}
              checked={isChosen}
              onChange={({ nativeEvent }) => selection.toggle(number, hasShift(nativeEvent))}
            />
          </label>
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

/** A checkbox changes by a click, which says whether Shift was held. */
function hasShift(event: Event): boolean {
  return 'shiftKey' in event && event.shiftKey === true
}
