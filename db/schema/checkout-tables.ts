import type { Generated } from 'kysely'
import type { Size } from '#domain/catalog/size.ts'
import type { BuyerSign } from '#domain/drops/buyer.ts'
import type { PaymentLinkState } from '#domain/checkout/payment-link.ts'
import type { PaymentKind, PaymentState } from '#domain/checkout/payment.ts'
import type { GiftCardId, OrderId, PaymentId, PaymentLinkId, ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PersonalText } from './personal-text.ts'

export interface CheckoutTables {
  holds: HoldsTable
  hold_times: HoldTimesTable
  drop_buyers: DropBuyersTable
  drop_refusals: DropRefusalsTable
  payments: PaymentsTable
  payment_links: PaymentLinksTable
  test_gateway_intents: TestGatewayIntentsTable
  test_gateway_card_checks: TestGatewayCardChecksTable
  test_gateway_refunds: TestGatewayRefundsTable
  test_gateway_events: TestGatewayEventsTable
  throttles: ThrottlesTable
}

/**
 * Stock taken out of the count for an unpaid order. Only the transaction that deletes the row may release the stock.
 */
interface HoldsTable {
  order_id: OrderId
  product_id: ProductId
  size: Size
  quantity: number
  /**
   * 1 when the product's own count was lowered for it, else 0; likewise for the size. Only these counts are raised
   * again.
   */
  from_product: number
  from_size: number
  expires_at: number
}

/**
 * How long an unpaid order has held stock, and for whom. Kept for a day after the hold, because limits count it; the
 * order's state and `ends_at` say whether it still holds (hold-times.ts).
 */
interface HoldTimesTable {
  order_id: OrderId
  /** Keyed digests: the network address, and the browser or the email address at that network. */
  network: string
  visitor: string
  units: number
  began_at: number
  ends_at: number
  /** Units times milliseconds of the order's earlier holds. */
  held_before: number
}

/** Who bought of a drop whose pieces are limited (domain/drops/buyer.ts). `buyer`: a digest, keyed, for this drop. */
interface DropBuyersTable {
  order_id: OrderId
  drop_id: string
  buyer: string
  sign: BuyerSign
}

/** Who would have bought more of a drop than one person may, how often, and when last. */
interface DropRefusalsTable {
  buyer: string
  drop_id: string
  sign: BuyerSign
  times: number
  last_at: number
}

/** The payments of an order, at most one of them from its checkout. Of external ones, `gateway` is the method. */
interface PaymentsTable {
  id: PaymentId
  order_id: OrderId
  kind: PaymentKind
  gateway: string
  /** The gateway's payment id; null between writing the order and the gateway's answer. */
  intent_id: string | null
  client_secret: string | null
  /** How many gateway payments were requested for this order: part of the idempotency key. */
  attempt: number
  amount_cents: Cents
  /** The amount that the gateway knows; null before it was requested. */
  asked_cents: Cents | null
  /** What the gateway has received: refunds never exceed what is left of it. */
  received_cents: Generated<Cents>
  /** When the balance of a changed order was received. Null: the payment counts on the day of its order. */
  received_at: Generated<number | null>
  currency: string
  state: PaymentState
  /**
   * Of an external payment, as staff entered it; of a gift card, the last four letters of its code; of one at a
   * gateway, what it was paid with.
   */
  reference: Generated<PersonalText>
  /** JSON of a PaymentRisk; null: the gateway has not told. */
  risk: Generated<PersonalText | null>
  /** Of a payment by gift card or store credit; its `gateway` is the kind of the card. */
  gift_card_id: Generated<GiftCardId | null>
  /** A keyed digest of the visitor's address, to count declined cards by; empty for this machine. */
  placed_from: Generated<PersonalText>
  created_at: number
  updated_at: number
}

/** Requests to customers to pay the additional cost of a changed order: payment-links.ts. */
interface PaymentLinksTable {
  id: PaymentLinkId
  order_id: OrderId
  payment_id: PaymentId
  state: PaymentLinkState
  amount_cents: Cents
  /** JSON: what was changed, in words. */
  change: PersonalText
  /** JSON: the order before the change; null once the customer's data was deleted. */
  undo: PersonalText | null
  expires_at: number
  created_at: number
}

interface TestGatewayIntentsTable {
  id: string
  client_secret: string
  idempotency_key: string
  order_id: OrderId
  amount_cents: Cents
  /** What the idempotency key identifies. */
  created_amount_cents: Cents
  currency: string
  state: string
  last_error: string | null
  created_at: number
  /** JSON of a PaymentSubject. */
  about: string | null
  /** A digest of the last card. */
  card: Generated<string | null>
  /** JSON of a PaymentRisk, of a card that stands for one. */
  risk: Generated<string | null>
}

/** Cards that are checked without a payment, for a day. */
interface TestGatewayCardChecksTable {
  id: string
  client_secret: string
  state: string
  /** A digest of the card. */
  card: string | null
  created_at: number
}

interface TestGatewayRefundsTable {
  id: string
  idempotency_key: string
  intent_id: string
  amount_cents: Cents
  created_at: number
}

interface TestGatewayEventsTable {
  id: string
  body: string
  created_at: number
  deliver_after: number
  attempts: Generated<number>
  delivered_at: number | null
}

/** Token buckets (throttle.ts): how many attempts were left when `at` was written. */
interface ThrottlesTable {
  key: string
  tokens: number
  at: number
}
