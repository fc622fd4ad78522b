import { addCents, type Cents } from '#domain/money.ts'

/** What an order can be paid with. An order has one payment by card at most. */
export const PAYMENT_KINDS = ['card'] as const

/** One of them. */
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/**
 * Where a payment stands. `open`: the gateway's word is not final. `canceled`: it takes no money any more. `succeeded`:
 * its money is with the shop and counts for the order. `set-aside`: it does not agree with the order, and a person must
 * look. `refunding`: it came too late, and the outbox is giving all of it back. `refunded`: all of it went back.
 */
export const PAYMENT_STATES = ['open', 'canceled', 'succeeded', 'set-aside', 'refunding', 'refunded'] as const

/** One of them. */
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * What may follow what. Anything else is refused. A canceled payment is opened again with the next attempt; one whose
 * refund comes back is again what it was.
 */
export const PAYMENT_TRANSITIONS: Record<PaymentState, readonly PaymentState[]> = {
  open: ['canceled', 'succeeded', 'set-aside', 'refunding'],
  canceled: ['open', 'succeeded', 'set-aside', 'refunding'],
  succeeded: ['refunded'],
  'set-aside': ['succeeded', 'refunded'],
  refunding: ['succeeded', 'set-aside', 'refunded'],
  refunded: ['succeeded', 'set-aside'],
}

/** The states from which a payment may become `to`, or in which it is that already. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return PAYMENT_STATES.filter((state) => state === to || PAYMENT_TRANSITIONS[state].includes(to))
}

/** One payment of an order. `received`: what its gateway has taken for the shop, in CAD cents. */
export interface Payment {
  id: string
  kind: PaymentKind
  gateway: string
  /** The gateway's name for it; null before the gateway has answered. */
  intentId: string | null
  /** What it is to bring. */
  amount: Cents
  received: Cents
  currency: string
  state: PaymentState
}

/** What all payments of an order have brought, whatever went back since. */
export function receivedBy(payments: readonly Pick<Payment, 'received'>[]): Cents {
  return addCents(payments.map(({ received }) => received))
}

/**
 * Whether the payments of an order pay for it together: those that stand bring its total, to the cent. More than the
 * total does not agree with the order either.
 */
export function isCovered(total: Cents, payments: readonly Pick<Payment, 'received' | 'state'>[]): boolean {
  return receivedBy(payments.filter(({ state }) => state === 'succeeded')) === total
}

/**
 * What a payment is once some of its money has gone back, or a refund of it has failed. `isAccepted`: it agrees with
 * the order, or a person has said that it stands. What waits for the gateway, or for a person, goes on waiting.
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
