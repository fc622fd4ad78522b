import type { GiftCardId, PaymentId } from '#domain/ids.ts'
import { addCents, type Cents } from '#domain/money.ts'
import type { PaymentRisk } from '#domain/orders/payment-risk.ts'

/**
 * What an order can be paid with. `card`: at the gateway's checkout, at most one for an order. `link`: at the gateway
 * too, by a link that asks the customer for the balance of a changed order. `external`: outside the shop, such as cash,
 * recorded by staff. `gift-card`: by a gift card or store credit, taken when the order is placed.
 */
export const PAYMENT_KINDS = ['card', 'link', 'external', 'gift-card'] as const

/** A payment method, as stored in `payments.kind`. */
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** Of each kind, whether the gateway has the money and returns it. */
const HAS_GATEWAY: Readonly<Record<PaymentKind, boolean>> = {
  card: true,
  link: true,
  external: false,
  'gift-card': false,
}

/** The kinds of payments that the gateway knows. */
export const GATEWAY_KINDS: readonly PaymentKind[] = PAYMENT_KINDS.filter((kind) => HAS_GATEWAY[kind])

/** The methods of external payments, as stored in `payments.gateway`, with their display names. */
export const EXTERNAL_METHODS = {
  cash: 'Cash',
  'card-terminal': 'Card terminal',
  'bank-transfer': 'Bank transfer',
} as const

/** The method of an external payment. */
export type ExternalMethod = keyof typeof EXTERNAL_METHODS

/** The names of the methods. */
export const EXTERNAL_METHOD_NAMES = [
  'cash',
  'card-terminal',
  'bank-transfer',
] as const satisfies ExternalMethod[]

/** Whether a gateway's name is a method of external payments. */
export function isExternalMethod(name: string): name is ExternalMethod {
  return Object.hasOwn(EXTERNAL_METHODS, name)
}

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

/** What a payment at a gateway was paid with: `apple_pay`, `klarna`. `last4`: of a card; otherwise empty. */
export interface PaidWith {
  method: string
  last4: string
}

/** The same as the reference of the payment. */
export function methodReference({ method, last4 }: PaidWith): string {
  return [method, last4].filter(Boolean).join(' ')
}

const METHODS: Readonly<Record<string, string>> = {
  card: 'Card',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  paypal: 'PayPal',
}

/** What staff call it: `Apple Pay •••• 4242`. Blank when it is unknown. */
export function methodWords(reference: string): string {
  const [method = '', last4 = ''] = reference.split(' ')
  const [first = '', ...rest] = method.replaceAll('_', ' ')
  const name = METHODS[method] ?? first.toUpperCase() + rest.join('')
  return last4 === '' ? name : `${name} •••• ${last4}`
}

/** One payment of an order. `received`: what its gateway has taken for the shop, in cents. */
export interface Payment {
  id: PaymentId
  kind: PaymentKind
  gateway: string
  /** The gateway's payment id; null until the gateway has answered, and of an external payment. */
  intentId: string | null
  /**
   * Of an external payment, as staff entered it; of a gift card, the last four letters of its code; of one at a
   * gateway, what it was paid with (`methodReference`).
   */
  reference: string
  giftCardId: GiftCardId | null
  /** The amount to charge, in cents. */
  amount: Cents
  received: Cents
  currency: string
  state: PaymentState
  /** What the gateway told of its risk; null when it has not. */
  risk?: PaymentRisk | null
}

/** The sum received by all payments of an order, before any refund. */
export function sumReceived(payments: readonly Pick<Payment, 'received'>[]): Cents {
  return addCents(payments.map(({ received }) => received))
}

/**
 * Whether the successful payments of an order add up to its total exactly. More than the total does not match either.
 */
export function isCovered(total: Cents, payments: readonly Pick<Payment, 'received' | 'state'>[]): boolean {
  return sumReceived(payments.filter(({ state }) => state === 'succeeded')) === total
}

/** A payment as it is once its order is paid: then what a gift card was to pay is received. */
export function whenPaid(
  payment: Pick<Payment, 'kind' | 'amount' | 'received' | 'state'>,
): Pick<Payment, 'received' | 'state'> {
  const isWaiting = payment.state === 'open' || payment.state === 'canceled'
  if (payment.kind !== 'gift-card' || !isWaiting) return payment
  return { received: payment.amount, state: 'succeeded' }
}

/**
 * The state of a payment after a refund was made or has failed. `isAccepted`: it matches the order, or staff have
 * accepted it. A payment that waits for the gateway or for staff keeps its state.
 */
export function stateAfterRefund(
  { state, received }: Pick<Payment, 'state' | 'received'>,
  { returned, isWaiting, isAccepted }: { returned: number; isWaiting: boolean; isAccepted: boolean },
): PaymentState {
  if (state === 'open' || state === 'canceled') return state
  if (returned > 0 && returned >= received) return 'refunded'
  if (state === 'set-aside' || (state === 'refunding' && isWaiting)) return state
  return isAccepted ? 'succeeded' : 'set-aside'
}
