import type { PaymentId } from '#domain/ids.ts'
import { addCents, type Cents } from '#domain/money.ts'

/** What an order can be paid with. An order has one payment by card at most. */
export const PAYMENT_KINDS = ['card'] as const

/** A payment method, as stored in `payments.kind`. */
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/**
 * The state of a payment. `open`: not final at the gateway. `canceled`: the gateway no longer takes money for it.
 * `succeeded`: the money was received and counts towards the order. `set-aside`: it does not match the order, and waits
 * for staff. `refunding`: it came too late, and the outbox is refunding all of it. `refunded`: all of it was returned.
 */
export const PAYMENT_STATES = ['open', 'canceled', 'succeeded', 'set-aside', 'refunding', 'refunded'] as const

/** A payment state; PAYMENT_TRANSITIONS lists the changes. */
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * The allowed state changes. Any other is refused. A canceled payment is reopened by the next attempt; one whose refund
 * is sent back returns to its earlier state.
 */
export const PAYMENT_TRANSITIONS: Record<PaymentState, readonly PaymentState[]> = {
  open: ['canceled', 'succeeded', 'set-aside', 'refunding'],
  canceled: ['open', 'succeeded', 'set-aside', 'refunding'],
  succeeded: ['refunded'],
  'set-aside': ['succeeded', 'refunded'],
  refunding: ['succeeded', 'set-aside', 'refunded'],
  refunded: ['succeeded', 'set-aside'],
}

/** The states from which a payment may change to `to`, and `to` itself. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return PAYMENT_STATES.filter((state) => state === to || PAYMENT_TRANSITIONS[state].includes(to))
}

/** One payment of an order. `received`: what its gateway has taken for the shop, in CAD cents. */
export interface Payment {
  id: PaymentId
  kind: PaymentKind
  gateway: string
  /** The gateway's payment id; null until the gateway has answered. */
  intentId: string | null
  /** The amount to charge, in CAD cents. */
  amount: Cents
  received: Cents
  currency: string
  state: PaymentState
}

/** The sum received by all payments of an order, before any refund. */
export function receivedBy(payments: readonly Pick<Payment, 'received'>[]): Cents {
  return addCents(payments.map(({ received }) => received))
}

/**
 * Whether the successful payments of an order add up to its total exactly. More than the total does not match either.
 */
export function isCovered(total: Cents, payments: readonly Pick<Payment, 'received' | 'state'>[]): boolean {
  return receivedBy(payments.filter(({ state }) => state === 'succeeded')) === total
}

/**
 * The state of a payment after a refund was made or has failed. `isAccepted`: it matches the order, or staff have
 * accepted it. A payment that waits for the gateway or for staff keeps its state.
 */
export function stateByMoney(
  { state, received }: Pick<Payment, 'state' | 'received'>,
  { returned, isWaiting, isAccepted }: { returned: number; isWaiting: boolean; isAccepted: boolean },
): PaymentState {
  if (state === 'open' || state === 'canceled') return state
  if (returned > 0 && returned >= received) return 'refunded'
  if (state === 'set-aside' || (state === 'refunding' && isWaiting)) return state
  return isAccepted ? 'succeeded' : 'set-aside'
}
