import type { PaymentId, OrderId, PaymentLinkId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import type { Customer, OrderLine } from '#domain/orders/order.ts'
import type { UnitShare } from '#domain/orders/unit-shares.ts'
import type { ChosenShipping } from './shipping/order-shipping.ts'

/** How long a payment link can be paid, in milliseconds: seven days. */
export const PAYMENT_LINK_MS = 7 * 24 * 60 * 60_000

/**
 * The state of a payment link. `open`: the customer can pay. `expired` and `cancelled`: they cannot, and the balance is
 * still due. `paid`: by the customer. `waived` and `paid-outside`: settled by staff in another way. `undone`: so is the
 * change that it was for. `void`: the order was cancelled, or all of its money returned.
 */
export const PAYMENT_LINK_STATES = [
  'open',
  'expired',
  'cancelled',
  'paid',
  'waived',
  'paid-outside',
  'undone',
  'void',
] as const

/** The state of a payment link; PAYMENT_LINK_TRANSITIONS lists the changes. */
export type PaymentLinkState = (typeof PAYMENT_LINK_STATES)[number]

const SETTLED = ['paid', 'waived', 'paid-outside', 'undone', 'void'] as const

/**
 * The allowed state changes. Any other is refused. The balance of a void link is due again when the money that was
 * returned comes back.
 */
export const PAYMENT_LINK_TRANSITIONS: Record<PaymentLinkState, readonly PaymentLinkState[]> = {
  open: ['expired', 'cancelled', ...SETTLED],
  expired: ['open', 'cancelled', ...SETTLED],
  cancelled: ['open', ...SETTLED],
  paid: [],
  waived: [],
  'paid-outside': [],
  undone: [],
  void: ['cancelled'],
}

/** The states in which the order still waits for its balance. */
export const DUE_LINK_STATES = ['open', 'expired', 'cancelled'] as const satisfies PaymentLinkState[]

/** Whether the order still waits for the balance of a link in this state. */
export function isBalanceDue(state: PaymentLinkState): boolean {
  return (DUE_LINK_STATES as readonly PaymentLinkState[]).includes(state)
}

/** Whether an order waits for a balance, and its link can be paid: `orders.payment_link`. */
export const ORDER_LINKS = ['none', 'open', 'closed'] as const

/** The payment link of an order. `closed`: a balance is due, but can no longer be paid. */
export type OrderLink = (typeof ORDER_LINKS)[number]

/** The value of `orders.payment_link` for a link in this state. */
export function orderLinkOf(state: PaymentLinkState): OrderLink {
  if (!isBalanceDue(state)) return 'none'
  return state === 'open' ? 'open' : 'closed'
}

/** The change that a link charges for, in words. Empty once the customer's data was deleted. */
export interface ChargedChange {
  kind: 'items' | 'address'
  before: string
  after: string
}

/**
 * What the order was before the change. `lines`, `customer`, `sent`: null when the change did not affect them.
 * `shares`: absent in changes of earlier versions.
 */
export interface OrderBefore {
  lines: readonly OrderLine[] | null
  adjustments: readonly Adjustment[]
  shares?: readonly UnitShare[]
  customer: Customer | null
  sent: ChosenShipping | null
}

/** A request to the customer to pay what a change of their order costs more. Times are epoch milliseconds. */
export interface PaymentLink {
  id: PaymentLinkId
  orderId: OrderId
  paymentId: PaymentId
  state: PaymentLinkState
  /** What it asks for, or what was paid. */
  amount: Cents
  change: ChargedChange
  /** Null once the customer's data was deleted, or a part was paid. */
  undo: OrderBefore | null
  expiresAt: number
  createdAt: number
}

/** Whether the customer can pay it now. */
export function isPayable(
  { state, expiresAt }: Pick<PaymentLink, 'state' | 'expiresAt'>,
  now: number,
): boolean {
  return state === 'open' && now < expiresAt
}
