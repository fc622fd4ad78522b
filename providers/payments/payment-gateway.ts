import type { Cents } from '#domain/money.ts'

/** The states of a payment at a gateway, with Stripe's names. */
export type IntentState =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

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

/** What a signed webhook said: a payment may have changed. Anything else the gateway tells us is `ignored`. */
export type GatewayEvent =
  | { kind: 'intent'; eventId: string; intent: PaymentIntent }
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

/** Takes card payments. Every call may be made twice with the same key and then answers the same. */
export interface PaymentGateway {
  /** `test` or `stripe`: what the payments table remembers. */
  readonly name: string
  readonly cardEntry: CardEntry
  /** Asks for a payment of `amount` CAD cents. Throws GatewayError. */
  createIntent(request: { orderId: string; amount: Cents; idempotencyKey: string }): Promise<PaymentIntent>
  /** Changes the amount of a payment that is not confirmed yet. Throws GatewayError. */
  updateIntent(id: string, amount: Cents): Promise<PaymentIntent>
  /** The payment as it is now; null when the gateway does not know it. Throws GatewayError. */
  findIntent(id: string): Promise<PaymentIntent | null>
  /** The payment that a client secret belongs to; null for any other text. Throws GatewayError. */
  findIntentBySecret(clientSecret: string): Promise<PaymentIntent | null>
  /** Stops a payment that has not succeeded; answers it as it is afterwards, which may be `succeeded`. */
  cancelIntent(id: string): Promise<PaymentIntent>
  /** Gives `amount` cents of a succeeded payment back, once for each key. Throws GatewayError. */
  refund(request: { intentId: string; amount: Cents; idempotencyKey: string }): Promise<void>
  /** Checks the signature of a webhook over its raw body, then reads it. Null: not from the gateway, or too old. */
  readEvent(rawBody: string, signature: string | null): GatewayEvent | null
}
