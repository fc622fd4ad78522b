import type { Cents } from '#domain/money.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { isToBeSent, type OrderState } from './order.ts'

/** What staff can do about an order, and the permission that it takes. */
export const ORDER_ACTIONS = {
  fulfil: 'orders.fulfil',
  cancel: 'orders.cancel',
  refund: 'orders.refund',
  resolve: 'orders.resolve',
  note: 'orders.note',
  'resend-mail': 'orders.resend-mail',
} as const satisfies Record<string, Permission>

/** One of them. */
export type OrderAction = keyof typeof ORDER_ACTIONS

/** What decides about an order's actions. `isCalledOff`: it was cancelled at some time. */
export interface OrderStanding {
  state: OrderState
  isFulfilled: boolean
  isCalledOff: boolean
  isErased: boolean
  money: MoneyStanding
}

/** How an order's money stands. `left`: what can still be refunded. `isOverRefunded`: more went back than came. */
export interface MoneyStanding {
  left: Cents
  isRefundWaiting: boolean
  isOverRefunded: boolean
}

/**
 * Why something cannot be done about an order. `not-permitted`: the member's role does not allow it.
 * `not-possible`: the order has gone another way. `refund-waiting`: the gateway is still to answer about a refund.
 * `nothing-left`: all of the money went back. `erased`: there is no customer to write to any more.
 */
export type ActionObstacle = 'not-permitted' | 'not-possible' | 'refund-waiting' | 'nothing-left' | 'erased'

const REFUNDABLE = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part', 'needs-attention'])
const CANCELLABLE = new Set<OrderState>(['pending', 'paid', 'refunded-in-part', 'needs-attention'])

/** What keeps a member of staff with these permissions from it; null when nothing does. */
export function findObstacle(
  action: OrderAction,
  order: OrderStanding,
  permissions: readonly Permission[],
): ActionObstacle | null {
  return permissions.includes(ORDER_ACTIONS[action]) ? OBSTACLES[action](order) : 'not-permitted'
}

/** What a member of staff with these permissions may do about an order: on the screen, through the API, and in fact. */
export function allowedActions(
  order: OrderStanding,
  permissions: readonly Permission[],
): Record<OrderAction, boolean> {
  const may = (action: OrderAction) => findObstacle(action, order, permissions) === null
  return {
    fulfil: may('fulfil'),
    cancel: may('cancel'),
    refund: may('refund'),
    resolve: may('resolve'),
    note: may('note'),
    'resend-mail': may('resend-mail'),
  }
}

const OBSTACLES: Record<OrderAction, (order: OrderStanding) => ActionObstacle | null> = {
  fulfil({ state, isFulfilled, money }) {
    if (!isToBeSent(state, isFulfilled)) return 'not-possible'
    // All of its money is about to go back.
    return money.isRefundWaiting && money.left === 0 ? 'refund-waiting' : null
  },
  cancel({ state, isFulfilled, isCalledOff, money }) {
    // One from which more went back than came stays with a person when it is cancelled: that is done once.
    const isDone = isCalledOff && money.isOverRefunded
    return !CANCELLABLE.has(state) || isFulfilled || isDone ? 'not-possible' : null
  },
  refund({ state, money }) {
    if (!REFUNDABLE.has(state)) return 'not-possible'
    return money.left === 0 ? 'nothing-left' : null
  },
  resolve: ({ state }) => (state === 'needs-attention' ? null : 'not-possible'),
  note: () => null,
  'resend-mail': ({ isErased }) => (isErased ? 'erased' : null),
}
