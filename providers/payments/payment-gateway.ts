import type { PayoutContents, PayoutState } from '#domain/books/payouts.ts'
import type { Settlement } from '#domain/books/settlements.ts'
import type { PaidWith } from '#domain/checkout/payment.ts'
import type { PaymentRisk } from '#domain/orders/payment-risk.ts'
import type { Wallet } from '#domain/checkout/wallet.ts'
import type { OrderId } from '#domain/ids.ts'
import type { Dispute } from '#domain/refunds/dispute.ts'
import type { Cents } from '#domain/money.ts'

/** The states of a payment at a gateway, in Stripe's names. */
export type IntentState =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/**
 * A card that is checked without a charge, on the page of a draw. `card`: the same for every payment with this card
 * (`PaymentIntent`); null until the check has succeeded, or where the gateway does not tell.
 */
export interface CardVerification {
  id: string
  clientSecret: string
  state: IntentState
  card: string | null
}

/** Whether a payment in this state waits for its shopper. */
export function isUnpaid({ state }: Pick<PaymentIntent, 'state'>): boolean {
  return state === 'requires_payment_method' || state === 'requires_action'
}

/**
 * What the gateway stores with a payment about its order, in case the shop loses the order with its disk. `shop`: its
 * id, because several shops may share an account. `email`: the customer's.
 */
export interface PaymentSubject {
  shop: string
  orderNumber: string
  email: string
}

/** A payment at the gateway. `orderId` is the order that we attached when we created it. */
export interface PaymentIntent {
  id: string
  clientSecret: string
  state: IntentState
  amount: Cents
  /** Lower case, as gateways write it: `cad`. */
  currency: string
  orderId: OrderId
  /** Null: it was created by an earlier version, or outside the shop. */
  about: PaymentSubject | null
  /** The last refused card: `id` identifies the attempt, `message` is for the shopper. */
  lastError: { id: string; message: string } | null
  /** What it was paid with, where the gateway tells: not every answer does. */
  paidWith?: PaidWith
  /** The same for every payment with one card, where the gateway tells: not every answer or method does. */
  card?: string
  /** What it tells of the risk: not every answer does. Null: it was asked, and could not answer. */
  risk?: PaymentRisk | null
}

/**
 * A refund at the gateway. `pending`: not decided yet. `succeeded` is not final: a bank may return the money days
 * later, and then it is `failed`, for good.
 */
export interface GatewayRefund {
  id: string
  /** Our idempotency key; empty when the refund was not made by the shop. */
  key: string
  intentId: string
  amount: Cents
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, in the gateway's words; empty otherwise. */
  failure: string
}

/** A dispute at the gateway. `open`: the owner must respond to it there. */
export interface GatewayDispute extends Dispute {
  intentId: string
}

/** What moved the shop's balance at the gateway, in cents of the currency of the balance. */
export interface GatewayTransaction extends Settlement {
  id: string
  /** In the gateway's words. */
  category: string
  /** Of a fee, in the gateway's words; empty otherwise. */
  description: string
  /** When the money can be paid out. */
  availableAt: number
  /** The charge, refund, dispute or payout; empty: none. */
  sourceId: string
  /** The payment that it is of; empty: of none. */
  intentId: string
}

/** A payout of the balance to the bank. */
export interface GatewayPayout {
  id: string
  createdAt: number
  /** The day on which the bank has it, at midnight UTC. */
  arrivesAt: number
  currency: string
  /** Negative: the gateway took it from the bank. */
  amount: number
  state: PayoutState
  failure: string
  /** By which the bank may name it; empty: the gateway does not tell. */
  reference: string
  contents: PayoutContents
}

/** A page of a list; `after`: where the next one begins, or null after the last. */
export interface GatewayPage<One> {
  rows: One[]
  after: string | null
}

/**
 * Tells what a gateway settled: fees and payouts. Every call throws GatewayError: not a temporary one when the key of
 * the shop does not allow it, which says nothing about the connection.
 */
export interface GatewaySettlements {
  /** What moved the balance in this period, newest first. */
  transactions(
    time: { from: number; to: number },
    after: string | null,
  ): Promise<GatewayPage<GatewayTransaction>>
  /** The payouts created in this period. */
  payouts(time: { from: number; to: number }, after: string | null): Promise<GatewayPage<GatewayPayout>>
  /** What a payout contains whose contents are `told`: its own transaction too. */
  contentsOf(payoutId: string, after: string | null): Promise<GatewayPage<GatewayTransaction>>
}

/** A webhook on its way to the shop: its body, and the headers that sign it. */
export interface Webhook {
  rawBody: string
  headers: Readonly<Record<string, string>>
}

/** The content of a signed webhook. Events that the shop does not use are `ignored`. */
export type GatewayEvent =
  | { kind: 'intent'; eventId: string; intent: PaymentIntent }
  /** A card was declined by a check, whose secret would take another one. */
  | { kind: 'declined-check'; eventId: string; checkId: string }
  | { kind: 'refund'; eventId: string; refund: GatewayRefund }
  | { kind: 'dispute'; eventId: string; dispute: GatewayDispute }
  | { kind: 'ignored'; eventId: string; type: string }

/**
 * The gateway could not be reached or refused the request. `temporary`: a retry makes sense, also after rejected
 * credentials, because the owner will correct them and no refund may be lost until then.
 */
export class GatewayError extends Error {
  readonly temporary: boolean

  constructor(message: string, temporary: boolean, options?: ErrorOptions) {
    super(message, options)
    this.name = 'GatewayError'
    this.temporary = temporary
  }
}

/**
 * What the checkout page needs to show the card entry of a gateway: its name, and the settings that the browser may
 * know.
 */
export interface CardEntry {
  gateway: string
  settings: Readonly<Record<string, string>>
}

/**
 * The other hosts that a card entry needs: sources of a content security policy, and which may use the Payment Request
 * API.
 */
export interface CardEntrySources {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
  payment: readonly string[]
}

/** A card as typed. `expiry` is `MM / YY`. `isInWallet`: it comes from a wallet. */
export interface Card {
  isInWallet?: boolean | undefined
  number: string
  expiry: string
  cvc: string
}

/** The answer of the card endpoint to the shopper's browser, about a payment or a card check. */
export type Confirmation =
  | { kind: 'intent'; intent: PaymentIntent | CardVerification }
  | {
      kind: 'refused'
      message: string
      code: string
      declineCode?: string
      intent: PaymentIntent | CardVerification
    }
  | { kind: 'unknown' }

/** Where the browser submits the card when the gateway has no address of its own, as with the built-in test gateway. */
export interface CardEndpoint {
  /**
   * Charges the card, or checks it. A payment that has succeeded is not charged again, however often this is called.
   */
  confirm(clientSecret: string, card: Card): Promise<Confirmation>
  /** The end of the 3-D Secure step: the shopper approved, or failed. */
  authenticate(clientSecret: string, outcome: 'approve' | 'fail'): Promise<Confirmation>
}

/** Takes card payments. Every call may be repeated with the same key, with the same result. */
export interface PaymentGateway {
  /** The name stored in the payments table. */
  readonly name: string
  /** True when no money moves: pages and mails say so. */
  readonly isTest: boolean
  /** The smallest amount that it takes in one charge, in cents. */
  readonly leastCharge: Cents
  readonly cardEntry: CardEntry
  /** The wallets for which it has buttons, when the shop and the shopper's browser have them too. */
  readonly wallets: readonly Wallet[]
  /** Null when the card entry needs nothing but files of the shop. */
  readonly cardEntrySources: CardEntrySources | null
  /** Null when the browser talks to the gateway directly, so that card data never reaches the shop. */
  readonly cardEndpoint: CardEndpoint | null
  /** Creates a payment of `amount` cents, at least `leastCharge`. Throws GatewayError. */
  createIntent(request: {
    orderId: OrderId
    amount: Cents
    idempotencyKey: string
    about?: PaymentSubject
  }): Promise<PaymentIntent>
  /** Changes the amount of an unconfirmed payment. Throws GatewayError. */
  updateIntent(id: string, amount: Cents): Promise<PaymentIntent>
  /** The current payment; null when the gateway does not know it. Throws GatewayError. */
  findIntent(id: string): Promise<PaymentIntent | null>
  /** The payment that a client secret belongs to; null for any other text. Throws GatewayError. */
  findIntentBySecret(clientSecret: string): Promise<PaymentIntent | null>
  /** Begins the check of a card, which the card entry ends in the browser. Charges nothing. Throws GatewayError. */
  createCardVerification(): Promise<CardVerification>
  /** The card check that a client secret belongs to; null for any other text. Throws GatewayError. */
  findCardVerification(clientSecret: string): Promise<CardVerification | null>
  /**
   * Ends a card check that has not succeeded, so that its secret takes no other card; returns its state afterwards,
   * possibly `succeeded`. Throws GatewayError, also when the gateway does not know it.
   */
  cancelCardVerification(id: string): Promise<IntentState>
  /**
   * The payments created in this period, in epoch milliseconds, that still wait for a shopper: fetched page by page, in
   * any order. Throws GatewayError.
   */
  listUnpaid(time: { from: number; to: number }): AsyncIterable<PaymentIntent[]>
  /** The payments created in this period that have succeeded, also refunded ones: as `listUnpaid`. */
  listPaid(time: { from: number; to: number }): AsyncIterable<PaymentIntent[]>
  /** The refunds created in this period, also those that the shop did not make: as `listUnpaid`. */
  listRefunds(time: { from: number; to: number }): AsyncIterable<GatewayRefund[]>
  /** Cancels a payment that has not succeeded; returns it as it is afterwards, possibly `succeeded`. */
  cancelIntent(id: string): Promise<PaymentIntent>
  /**
   * Refunds `amount` cents of a succeeded payment, once for each key, and returns the current refund. Throws
   * GatewayError.
   */
  refund(request: { intentId: string; amount: Cents; idempotencyKey: string }): Promise<GatewayRefund>
  /**
   * The current refund of a payment with this key; null when the gateway never made one. Changes nothing. Throws
   * GatewayError, also when the gateway does not know the payment, because then it cannot tell.
   */
  findRefund(intentId: string, idempotencyKey: string): Promise<GatewayRefund | null>
  /** The current dispute; null when the gateway does not know it. Throws GatewayError. */
  findDispute(id: string): Promise<GatewayDispute | null>
  /** Undefined: it settles nothing, such as one that takes no money. */
  readonly settlements?: GatewaySettlements
  /** Whether a webhook has a signature at all. Without one its body is not even read. */
  isSigned(headers: Headers): boolean
  /**
   * Checks the signature of a webhook over its raw body, then parses it. Null when it is not from the gateway, or too
   * old.
   */
  readEvent(rawBody: string, headers: Headers): GatewayEvent | null
  /**
   * Only in a gateway inside this process: sends the webhooks that are due. Those that `deliver` refuses or fails on
   * are sent again later. Returns how many were due.
   */
  deliverWebhooks?(deliver: (webhook: Webhook) => Promise<boolean>): Promise<number>
}
