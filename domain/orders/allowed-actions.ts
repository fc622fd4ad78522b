import type { Cents } from '#domain/money.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { isShipped, type FulfilmentStatus } from './fulfilment.ts'
import { isToBeSent, type Delivery, type OrderState } from './order.ts'
import type { PickupProgress } from './pickup.ts'

/** The actions of staff on an order, and the permission that each needs. */
export const ORDER_ACTIONS = {
  fulfil: 'orders.fulfil',
  'fulfil-unpaid': 'orders.change',
  tracking: 'orders.fulfil',
  'undo-fulfilment': 'orders.fulfil',
  'pick-up': 'orders.fulfil',
  'undo-pickup': 'orders.fulfil',
  address: 'orders.change',
  items: 'orders.change',
  balance: 'orders.change',
  cancel: 'orders.cancel',
  refund: 'orders.refund',
  restock: 'orders.refund',
  resolve: 'orders.resolve',
  note: 'orders.note',
  'resend-mail': 'orders.resend-mail',
} as const satisfies Record<string, Permission>

/** An action of staff on an order. */
export type OrderAction = keyof typeof ORDER_ACTIONS

/**
 * The facts that decide which actions are allowed. `wasCancelled`: the order was cancelled at some time.
 * `isRecentlyFulfilled`: one of its shipments can still be undone. `pickups`: what the customer took of an
 * order for pickup, and what waits. `balanceDue`: what a change of the order costs more, while its payment link is
 * not settled. `isPaid`: it was paid at some time, so its units were sold.
 */
export interface OrderStatus {
  state: OrderState
  isPaid?: boolean
  fulfilment: FulfilmentStatus
  isRecentlyFulfilled?: boolean
  delivery?: Delivery
  pickups?: PickupProgress
  wasCancelled: boolean
  isErased: boolean
  balanceDue?: Cents
  money: MoneyStatus
}

/**
 * An order's money. `left`: what can still be refunded. `isReturned`: all that was received was returned.
 * `isOverRefunded`: more was returned than received.
 */
export interface MoneyStatus {
  left: Cents
  isReturned: boolean
  isRefundWaiting: boolean
  isOverRefunded: boolean
}

/**
 * Why an action is not allowed. `not-permitted`: the member's role does not allow it. `not-possible`: the order's state
 * does not allow it. `refund-waiting`: a refund is still pending at the gateway. `nothing-left`: all of the money was
 * returned. `erased`: the customer's data was deleted, so no mail can be sent. `too-late`: the last shipment or the
 * pickup was too long ago to be undone. `picked-up`: the customer has the items. `partly-sent`: part of the order was
 * sent. `balance-due`: a change of the order is not paid.
 */
export type ActionObstacle =
  | 'not-permitted'
  | 'not-possible'
  | 'refund-waiting'
  | 'nothing-left'
  | 'erased'
  | 'too-late'
  | 'picked-up'
  | 'partly-sent'
  | 'balance-due'

const REFUNDABLE = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part', 'needs-attention'])
const UNDOABLE = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part'])
const COLLECTABLE = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part', 'needs-attention'])
const CANCELLABLE = new Set<OrderState>(['pending', 'paid', 'refunded-in-part', 'needs-attention'])

/** Why a staff member with these permissions may not do this; null when they may. */
export function findObstacle(
  action: OrderAction,
  order: OrderStatus,
  permissions: readonly Permission[],
): ActionObstacle | null {
  return permissions.includes(ORDER_ACTIONS[action]) ? OBSTACLES[action](order) : 'not-permitted'
}

/** The actions that these permissions and the order allow: the one rule for the screen, the API and the operations. */
export function allowedActions(
  order: OrderStatus,
  permissions: readonly Permission[],
): Record<OrderAction, boolean> {
  const may = (action: OrderAction) => findObstacle(action, order, permissions) === null
  return {
    fulfil: may('fulfil'),
    'fulfil-unpaid': may('fulfil-unpaid'),
    tracking: may('tracking'),
    'undo-fulfilment': may('undo-fulfilment'),
    'pick-up': may('pick-up'),
    'undo-pickup': may('undo-pickup'),
    address: may('address'),
    items: may('items'),
    balance: may('balance'),
    cancel: may('cancel'),
    refund: may('refund'),
    restock: may('restock'),
    resolve: may('resolve'),
    note: may('note'),
    'resend-mail': may('resend-mail'),
  }
}

const OBSTACLES: Record<OrderAction, (order: OrderStatus) => ActionObstacle | null> = {
  fulfil(order) {
    const obstacle = sendingObstacle(order)
    return obstacle ?? (isDue(order) ? 'balance-due' : null)
  },
  'fulfil-unpaid': (order) => (isDue(order) ? sendingObstacle(order) : 'not-possible'),
  tracking({ fulfilment, isErased, delivery }) {
    if (!isShipped(fulfilment) || delivery === 'pickup') return 'not-possible'
    return isErased ? 'erased' : null
  },
  'undo-fulfilment'({ state, fulfilment, isRecentlyFulfilled = false, isErased, pickups }) {
    if (!isShipped(fulfilment) || !UNDOABLE.has(state)) return 'not-possible'
    if (isErased) return 'erased'
    if (pickups?.hasTaken && !pickups.isWaiting) return 'picked-up'
    return isRecentlyFulfilled ? null : 'too-late'
  },
  'pick-up'({ state, delivery, pickups }) {
    const isReady = delivery === 'pickup' && COLLECTABLE.has(state) && pickups?.isWaiting
    return isReady ? null : 'not-possible'
  },
  'undo-pickup'({ pickups }) {
    if (!pickups?.hasTaken) return 'not-possible'
    return pickups.isRecent ? null : 'too-late'
  },
  address(order) {
    const obstacle = order.isErased ? 'erased' : OBSTACLES.fulfil(order)
    // What was sent went to the address that the order has.
    return obstacle ?? (order.fulfilment === 'partially-fulfilled' ? 'partly-sent' : null)
  },
  items: (order) => OBSTACLES.address(order),
  balance(order) {
    if (!isDue(order)) return 'not-possible'
    return order.isErased ? 'erased' : null
  },
  cancel({ state, fulfilment, wasCancelled, money }) {
    // An over-refunded order still needs attention after it is cancelled, so it can be cancelled only once.
    const isDone = wasCancelled && money.isOverRefunded
    if (!CANCELLABLE.has(state) || fulfilment === 'fulfilled' || isDone) return 'not-possible'
    return fulfilment === 'partially-fulfilled' ? 'partly-sent' : null
  },
  refund(order) {
    if (!REFUNDABLE.has(order.state)) return 'not-possible'
    if (order.money.left === 0) return 'nothing-left'
    // The price of an item can differ from what was paid for it.
    return isDue(order) ? 'balance-due' : null
  },
  // The units decide how much of it: `returnableUnits` in fulfilment.ts.
  restock: ({ isPaid = false }) => (isPaid ? null : 'not-possible'),
  resolve: ({ state }) => (state === 'needs-attention' ? null : 'not-possible'),
  note: () => null,
  'resend-mail': ({ isErased }) => (isErased ? 'erased' : null),
}

/** Whether nothing more of an order will be sent: it was cancelled, or all of its money was returned. */
export function isOver({
  state,
  wasCancelled,
  money,
}: Pick<OrderStatus, 'state' | 'wasCancelled' | 'money'>): boolean {
  const isReturned = state === 'needs-attention' && money.isReturned
  return wasCancelled || state === 'cancelled' || state === 'refunded' || isReturned
}

function isDue({ balanceDue }: Pick<OrderStatus, 'balanceDue'>): boolean {
  return balanceDue !== undefined && balanceDue > 0
}

function sendingObstacle({ state, fulfilment, money }: OrderStatus): ActionObstacle | null {
  if (!isToBeSent(state, fulfilment)) return 'not-possible'
  // All of its money is being refunded.
  return money.isRefundWaiting && money.left === 0 ? 'refund-waiting' : null
}
