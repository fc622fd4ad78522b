import type { Cents } from '#domain/money.ts'
import { keysOf, recordOf } from '#domain/record-of.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { isShipped, type FulfilmentStatus } from './fulfilment.ts'
import { isToBeSent, type Delivery, type OrderState } from './order.ts'
import type { PickupProgress } from './pickup.ts'

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
  /** Staff put it on hold. */
  isOnHold?: boolean
  /** It is on hold until somebody who may cancel orders has looked at it. */
  isToReview?: boolean
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
 * sent. `balance-due`: a change of the order is not paid. `on-hold`: it waits until staff release it.
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
  | 'on-hold'

const REFUNDABLE = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part', 'needs-attention'])
const UNDOABLE = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part'])
const COLLECTABLE = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part', 'needs-attention'])
const CANCELLABLE = new Set<OrderState>(['pending', 'paid', 'refunded-in-part', 'needs-attention'])

type Obstacle = (order: OrderStatus) => ActionObstacle | null

/** A row of ORDER_ACTIONS. */
interface OrderActionRow {
  permission: Permission
  /** What the audit trail records it as, and how staff read that; another name for an order that is collected. */
  recorded: readonly [name: string, words: string]
  recordedOfPickup?: readonly [name: string, words: string]
  obstacle: Obstacle
}

/** The actions of staff on an order: everything that depends on which it is. */
export const ORDER_ACTIONS = {
  fulfil: {
    permission: 'orders.fulfil',
    recorded: ['order-fulfilled', 'fulfilled order'],
    recordedOfPickup: ['order-ready', 'marked ready for pickup: order'],
    obstacle: (order) => fulfilObstacle(order) ?? heldObstacle(order),
  },
  'fulfil-unpaid': {
    permission: 'orders.change',
    recorded: ['order-fulfilled-unpaid', 'allowed sending with an unpaid balance: order'],
    recordedOfPickup: ['order-ready-unpaid', 'allowed pickup with an unpaid balance: order'],
    obstacle: (order) => (isDue(order) ? (sendingObstacle(order) ?? heldObstacle(order)) : 'not-possible'),
  },
  hold: {
    permission: 'orders.fulfil',
    recorded: ['order-held', 'put on hold: order'],
    obstacle: (order) => (isToBeSent(order.state, order.fulfilment) ? heldObstacle(order) : 'not-possible'),
  },
  release: {
    permission: 'orders.fulfil',
    recorded: ['order-released', 'released order'],
    // Who may do it, when it has to be looked at first: `findObstacle`.
    obstacle: ({ isOnHold = false }) => (isOnHold ? null : 'not-possible'),
  },
  tracking: {
    permission: 'orders.fulfil',
    recorded: ['order-tracking-changed', 'changed the tracking of order'],
    obstacle({ fulfilment, isErased, delivery }) {
      if (!isShipped(fulfilment) || delivery === 'pickup') return 'not-possible'
      return isErased ? 'erased' : null
    },
  },
  'undo-fulfilment': {
    permission: 'orders.fulfil',
    recorded: ['order-fulfilment-undone', 'undid a fulfilment of order'],
    recordedOfPickup: ['order-ready-undone', 'marked not ready for pickup: order'],
    obstacle({ state, fulfilment, isRecentlyFulfilled = false, isErased, pickups }) {
      if (!isShipped(fulfilment) || !UNDOABLE.has(state)) return 'not-possible'
      if (isErased) return 'erased'
      if (pickups?.hasTaken && !pickups.isWaiting) return 'picked-up'
      return isRecentlyFulfilled ? null : 'too-late'
    },
  },
  'pick-up': {
    permission: 'orders.fulfil',
    recorded: ['order-picked-up', 'handed over order'],
    obstacle({ state, delivery, pickups }) {
      const isReady = delivery === 'pickup' && COLLECTABLE.has(state) && pickups?.isWaiting
      return isReady ? null : 'not-possible'
    },
  },
  'undo-pickup': {
    permission: 'orders.fulfil',
    recorded: ['order-pickup-undone', 'undid the pickup of order'],
    obstacle({ pickups }) {
      if (!pickups?.hasTaken) return 'not-possible'
      return pickups.isRecent ? null : 'too-late'
    },
  },
  address: {
    permission: 'orders.change',
    recorded: ['order-address-changed', 'changed the address of order'],
    // What was sent went to the address that the order has.
    obstacle: (order) =>
      changeObstacle(order) ?? (order.fulfilment === 'partially-fulfilled' ? 'partly-sent' : null),
  },
  email: {
    permission: 'orders.change',
    recorded: ['order-email-corrected', 'corrected the email of order'],
    // Before the payment the shopper changes it at the checkout.
    obstacle({ state, isErased }) {
      if (isErased) return 'erased'
      return state === 'pending' || state === 'expired' ? 'not-possible' : null
    },
  },
  items: {
    permission: 'orders.change',
    recorded: ['order-items-changed', 'changed the items of order'],
    // The units decide how much of it: `lineToChange` in domain/refunds/item-change.ts.
    obstacle: changeObstacle,
  },
  balance: {
    permission: 'orders.change',
    recorded: ['order-balance-settled', 'settled the balance of order'],
    obstacle(order) {
      if (!isDue(order)) return 'not-possible'
      return order.isErased ? 'erased' : null
    },
  },
  exchange: {
    permission: 'orders.fulfil',
    recorded: ['order-exchanged', 'exchanged items of order'],
    obstacle(order) {
      if (!UNDOABLE.has(order.state)) return 'not-possible'
      if (order.isErased) return 'erased'
      return isDue(order) ? 'balance-due' : null
    },
  },
  cancel: {
    permission: 'orders.cancel',
    recorded: ['order-cancelled', 'cancelled order'],
    obstacle({ state, fulfilment, wasCancelled, money }) {
      // An over-refunded order still needs attention after it is cancelled, so it can be cancelled only once.
      const isDone = wasCancelled && money.isOverRefunded
      if (!CANCELLABLE.has(state) || fulfilment === 'fulfilled' || isDone) return 'not-possible'
      return fulfilment === 'partially-fulfilled' ? 'partly-sent' : null
    },
  },
  refund: {
    permission: 'orders.refund',
    recorded: ['order-refunded', 'refunded order'],
    obstacle(order) {
      if (!REFUNDABLE.has(order.state)) return 'not-possible'
      if (order.money.left === 0) return 'nothing-left'
      // The price of an item can differ from what was paid for it.
      return isDue(order) ? 'balance-due' : null
    },
  },
  restock: {
    permission: 'orders.refund',
    recorded: ['order-restocked', 'returned items to stock from order'],
    // The units decide how much of it: `returnableUnits` in fulfilment.ts.
    obstacle: ({ isPaid = false }) => (isPaid ? null : 'not-possible'),
  },
  resolve: {
    permission: 'orders.resolve',
    recorded: ['order-resolved', 'resolved order'],
    obstacle: ({ state }) => (state === 'needs-attention' ? null : 'not-possible'),
  },
  note: {
    permission: 'orders.note',
    recorded: ['order-noted', 'added a note to order'],
    obstacle: () => null,
  },
  tag: {
    permission: 'orders.note',
    recorded: ['order-tagged', 'changed the tags of order'],
    obstacle: () => null,
  },
  'resend-mail': {
    permission: 'orders.resend-mail',
    recorded: ['order-mail-resent', 'resent an email about order'],
    obstacle: ({ isErased }) => (isErased ? 'erased' : null),
  },
} as const satisfies Record<string, OrderActionRow>

type Rows = typeof ORDER_ACTIONS
/** An action of staff on an order. */
export type OrderAction = keyof Rows
/** What the audit trail records an action on an order as. */
export type OrderAuditAction = {
  [Action in OrderAction]:
    | Rows[Action]['recorded'][0]
    | (Rows[Action] extends { recordedOfPickup: readonly [infer Name extends string, string] } ? Name : never)
}[OrderAction]

/** Every action, in the order of the table. */
export const ORDER_ACTION_NAMES = keysOf(ORDER_ACTIONS)

const rowOf = (action: OrderAction): OrderActionRow => ORDER_ACTIONS[action]

/** What an action is recorded as, for an order with this delivery. */
export function orderAuditAction(action: OrderAction, delivery: Delivery): OrderAuditAction {
  const { recorded, recordedOfPickup } = rowOf(action)
  const [name] = (delivery === 'pickup' && recordedOfPickup) || recorded
  return name as OrderAuditAction
}

/** How staff read each record of an action on an order; its number follows. */
export const ORDER_AUDIT_WORDS = Object.fromEntries(
  ORDER_ACTION_NAMES.flatMap((action) => {
    const { recorded, recordedOfPickup } = rowOf(action)
    return recordedOfPickup ? [recorded, recordedOfPickup] : [recorded]
  }),
) as Record<OrderAuditAction, string>

/** Why a staff member with these permissions may not do this; null when they may. */
export function findObstacle(
  action: OrderAction,
  order: OrderStatus,
  permissions: readonly Permission[],
): ActionObstacle | null {
  const { permission, obstacle } = ORDER_ACTIONS[action]
  const isForOthers = action === 'release' && order.isToReview && !permissions.includes('orders.cancel')
  return permissions.includes(permission) && !isForOthers ? obstacle(order) : 'not-permitted'
}

/** The actions that these permissions and the order allow: the one rule for the screen, the API and the operations. */
export function allowedActions(
  order: OrderStatus,
  permissions: readonly Permission[],
): Record<OrderAction, boolean> {
  return recordOf(ORDER_ACTION_NAMES, (action) => findObstacle(action, order, permissions) === null)
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

function heldObstacle({ isOnHold = false }: OrderStatus): ActionObstacle | null {
  return isOnHold ? 'on-hold' : null
}

function fulfilObstacle(order: OrderStatus): ActionObstacle | null {
  const obstacle = sendingObstacle(order)
  return obstacle ?? (isDue(order) ? 'balance-due' : null)
}

function changeObstacle(order: OrderStatus): ActionObstacle | null {
  return order.isErased ? 'erased' : fulfilObstacle(order)
}
