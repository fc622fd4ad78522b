import type { Dispute } from '#domain/refunds/dispute.ts'
import type { Cents } from '#domain/money.ts'

/** The states of a payment at a gateway, with Stripe's names. */
export type IntentState =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** Whether a payment in this state waits for its shopper. */
export function isUnpaid({ state }: Pick<PaymentIntent, 'state'>): boolean {
  return state === 'requires_payment_method' || state === 'requires_action'
}

/** One payment as the gateway sees it. `orderId` is what we attached when we asked for it. */
export interface PaymentIntent {
  id: string
  clientSecret: string
  state: IntentState
  amount: Cents
  /** Lower case, as gateways write it: `cad`. */
  currency: string
  orderId: string
  /** The last card that was refused: `id` names that one attempt, `message` is for the shopper. */
  lastError: { id: string; message: string } | null
}

/**
 * Money on its way back, as the gateway sees it. `pending`: nobody knows yet. `succeeded` is not the end: a bank may
 * send the money back days later, and then it is `failed`, for good.
 */
export interface GatewayRefund {
  id: string
  /** The key that we asked with; empty when somebody else made the refund. */
  key: string
  intentId: string
  amount: Cents
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, in the gateway's words; empty otherwise. */
  failure: string
}

/** A dispute as the gateway tells of it. `open`: somebody must answer at the gateway. */
export interface GatewayDispute extends Dispute {
  intentId: string
}

/** What a signed webhook said. Anything that is of no use to us is `ignored`. */
export type GatewayEvent =
  | { kind: 'intent'; eventId: string; intent: PaymentIntent }
  | { kind: 'refund'; eventId: string; refund: GatewayRefund }
  | { kind: 'dispute'; eventId: string; dispute: GatewayDispute }
  | { kind: 'ignored'; eventId: string; type: string }

/** The gateway could not be reached or refused the request. `temporary`: asking again later makes sense. */
export class GatewayError extends Error {
  readonly temporary: boolean

  constructor(message: string, temporary: boolean) {
    super(message)
    this.name = 'GatewayError'
    this.temporary = temporary
  }
}

/** What the checkout page needs to show the card box. Never a secret. */
export type CardEntry = { gateway: 'test' } | { gateway: 'stripe'; publishableKey: string }

/** A card as it was typed. `expiry` is `MM / YY`. */
export interface Card {
  number: string
  expiry: string
  cvc: string
}

/** What a card desk answers the shopper's browser. */
export type Confirmation =
  | { kind: 'intent'; intent: PaymentIntent }
  | { kind: 'refused'; message: string; code: string; declineCode?: string; intent: PaymentIntent }
  | { kind: 'unknown' }

/** Where the browser hands the card in, when the gateway has no address of its own: the built-in test gateway. */
export interface CardDesk {
  /** Charges the card. A payment that has succeeded stays so, however often it is asked. */
  confirm(clientSecret: string, card: Card): Promise<Confirmation>
  /** The end of the confirmation step of 3-D Secure: the shopper approved, or failed. */
  authenticate(clientSecret: string, outcome: 'approve' | 'fail'): Promise<Confirmation>
}

/** Takes card payments. Every call may be made twice with the same key and then answers the same. */
export interface PaymentGateway {
  /** `test` or `stripe`: what the payments table remembers. */
  readonly name: string
  readonly cardEntry: CardEntry
  /** Null where the browser talks to the gateway itself, and no card ever comes near the shop. */
  readonly cardDesk: CardDesk | null
  /** Asks for a payment of `amount` CAD cents. Throws GatewayError. */
  createIntent(request: { orderId: string; amount: Cents; idempotencyKey: string }): Promise<PaymentIntent>
  /** Changes the amount of a payment that is not confirmed yet. Throws GatewayError. */
  updateIntent(id: string, amount: Cents): Promise<PaymentIntent>
  /** The payment as it is now; null when the gateway does not know it. Throws GatewayError. */
  findIntent(id: string): Promise<PaymentIntent | null>
  /** The payment that a client secret belongs to; null for any other text. Throws GatewayError. */
  findIntentBySecret(clientSecret: string): Promise<PaymentIntent | null>
  /**
   * The payments that were asked for in this time, in epoch milliseconds, and that still wait for a shopper: a page at
   * a time, in any order. Throws GatewayError.
   */
  listUnpaid(time: { from: number; to: number }): AsyncIterable<PaymentIntent[]>
  /** Stops a payment that has not succeeded; answers it as it is afterwards, which may be `succeeded`. */
  cancelIntent(id: string): Promise<PaymentIntent>
  /**
   * Gives `amount` cents of a succeeded payment back, once for each key, and answers how the refund stands now. Throws
   * GatewayError.
   */
  refund(request: { intentId: string; amount: Cents; idempotencyKey: string }): Promise<GatewayRefund>
  /**
   * The refund of a payment that was made with this key, as it is now; null when the gateway never made one. Changes
   * nothing. Throws GatewayError, also when the gateway does not know the payment: then it cannot tell.
   */
  findRefund(intentId: string, idempotencyKey: string): Promise<GatewayRefund | null>
  /** Checks the signature of a webhook over its raw body, then reads it. Null: not from the gateway, or too old. */
  readEvent(rawBody: string, signature: string | null): GatewayEvent | null
}
