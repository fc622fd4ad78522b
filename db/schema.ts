import type { Generated } from 'kysely'
import type { Category } from '#domain/catalogue/category.ts'
import type { WrittenColumns } from '#domain/catalogue/product-fields.ts'
import type { Size } from '#domain/catalogue/size.ts'
import type { PaymentKind, PaymentState } from '#domain/checkout/payment.ts'
import type { ContactSubject } from '#domain/inbox/contact-form.ts'
import type { Cents, SignedCents } from '#domain/money.ts'
import type { SubscriberState } from '#domain/newsletter/newsletter.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import type { OrderEventKind } from '#domain/orders/order-event.ts'
import type { Dispute } from '#domain/refunds/dispute.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { RefundSource } from '#domain/refunds/refund.ts'
import type { AdjustmentKind } from '#domain/orders/order-total.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { RefundState } from '#domain/refunds/refund.ts'

/** The tables, in the types that SQLite and PostgreSQL both have. Money is CAD cents, times epoch milliseconds. */
export interface Database {
  products: ProductsTable
  product_sizes: ProductSizesTable
  pictures: PicturesTable
  product_search: ProductSearchTable
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_adjustments: OrderAdjustmentsTable
  order_events: OrderEventsTable
  /** Only on SQLite. */
  order_search: OrderSearchTable
  refunds: RefundsTable
  disputes: DisputesTable
  erasures: ErasuresTable
  holds: HoldsTable
  hold_times: HoldTimesTable
  payments: PaymentsTable
  outbox: OutboxTable
  rates: RatesTable
  settings: SettingsTable
  test_gateway_intents: TestGatewayIntentsTable
  test_gateway_refunds: TestGatewayRefundsTable
  test_gateway_events: TestGatewayEventsTable
  staff_members: StaffMembersTable
  staff_accounts: StaffAccountsTable
  staff_sessions: StaffSessionsTable
  staff_verifications: StaffVerificationsTable
  staff_devices: StaffDevicesTable
  staff_events: StaffEventsTable
  throttles: ThrottlesTable
  contact_messages: ContactMessagesTable
  newsletter_subscribers: NewsletterSubscribersTable
  size_charts: SizeChartsTable
  picture_marks: PictureMarksTable
}

/** What staff write comes from the definition of the fields, with the names of their columns. */
interface ProductsTable extends WrittenColumns {
  id: string
  version: number
  created_at: number
  updated_at: number
  archived_at: number | null
}

interface ProductSizesTable {
  product_id: string
  size: Size
  /** Pieces left of this size; null: only the product's own count limits it. */
  stock: number | null
}

interface PicturesTable {
  product_id: string
  position: number
  key: string
  alt: string
  width: number
  height: number
  placeholder: string
}

/** Lower-cased name, description and category. On SQLite an FTS5 trigram table, on PostgreSQL a pg_trgm index. */
interface ProductSearchTable {
  product_id: string
  body: string
}

interface OrdersTable {
  id: string
  number: string
  /** Made by the browser, one for each checkout: asking again changes this order instead of adding another. */
  checkout_id: string
  state: OrderState
  name: string
  email: string
  phone: string
  address: string
  city: string
  region: string
  country: string
  postal: string
  note: string
  subtotal_cents: Cents
  /** What all rows of order_adjustments come to: the table's CHECK holds the total to it. */
  adjustments_cents: SignedCents
  total_cents: Cents
  created_at: number
  updated_at: number
  paid_at: number | null
  /** Raised with every change of state and by everything that staff do. */
  version: Generated<number>
  fulfilled_at: number | null
  carrier: Generated<string>
  tracking_number: Generated<string>
  tracking_link: Generated<string>
  /** Number, name and e-mail address as the search compares them. */
  search_text: string
  /** When the customer was taken out of the order: the texts about them are empty since. */
  erased_at: Generated<number | null>
  /** Why: domain/orders/erasure.ts. */
  erasure: Generated<ErasureReason | null>
}

/** A customer's data that staff deleted on request: who did it, and how much that was, without whose. */
interface ErasuresTable {
  id: string
  at: number
  by: string
  orders: number
  messages: number
  subscriptions: number
}

/**
 * What orders can be found by. Rows are only added, but for erasures: orders.search_text decides whether one still
 * counts.
 */
interface OrderSearchTable {
  order_id: string
  body: string
}

interface OrderLinesTable {
  order_id: string
  position: number
  product_id: string
  name: string
  size: Size
  unit_price_cents: Cents
  quantity: number
  picture_key: string | null
  /** How many pieces went back on the shelf after the order was paid. */
  restocked: Generated<number>
}

/** What lies between subtotal and total of an order. Written with the order's own row alone: order-content.ts. */
interface OrderAdjustmentsTable {
  order_id: string
  position: number
  kind: AdjustmentKind
  label: string
  /** Below zero for what is taken off. */
  amount_cents: SignedCents
  /** The line that it is a share of; null: the whole order. */
  line_position: number | null
}

/** What happened to an order, appended and never changed, but for free text that goes with the customer. */
interface OrderEventsTable {
  id: Generated<number>
  order_id: string
  at: number
  kind: OrderEventKind
  /** `shopper`, `gateway`, `system`, or the e-mail address of a member of staff. */
  actor: Generated<string>
  detail: string
  /** Of what may stand in an order's history once: no two of its events have the same. */
  key: string | null
}

/**
 * Money that goes back. A row stays as it is but for its `state` (domain/refunds/refund.ts): what turns out to be wrong
 * about its money is answered by a row of its own.
 */
interface RefundsTable {
  id: string
  order_id: string
  /** The payment that it returns. */
  payment_id: string
  source: RefundSource
  /** The refund that this row takes back, in whole or in part; null: it is a refund itself. */
  corrects: string | null
  /** Less than zero when the row corrects another. */
  amount_cents: SignedCents
  state: RefundState
  reason: string
  asked_by: string
  idempotency_key: string
  gateway_refund_id: string | null
  /** What the gateway said when it refused. */
  failure: Generated<string>
  created_at: number
  /** When the money went, which stays so when the bank sends it back afterwards. */
  done_at: number | null
}

/** What cardholders asked their banks to take back: domain/refunds/dispute.ts. */
interface DisputesTable {
  /** The gateway's name for it. */
  id: string
  order_id: string
  /** The payment that it is about; null in rows of before. */
  intent_id: string | null
  amount_cents: Cents
  currency: string
  reason: string
  state: Dispute['state']
  /** When the shop first heard of it. */
  opened_at: number
  decided_at: number | null
}

/**
 * Stock taken out of the count for an order that is not paid yet. Deleting the row is the one right to give it back.
 */
interface HoldsTable {
  order_id: string
  product_id: string
  size: Size
  quantity: number
  /** 1 when the product's own count was lowered for it, else 0; the same for the size's. Only those get it back. */
  from_product: number
  from_size: number
  expires_at: number
}

/**
 * For how long an unpaid order has held stock, and for whom. Kept for a day after the hold, since limits count it; the
 * order's state and `ends_at` say whether it still holds (hold-times.ts).
 */
interface HoldTimesTable {
  order_id: string
  /** Keyed digests: the network address, and the browser or the e-mail address at that network. */
  network: string
  visitor: string
  units: number
  began_at: number
  ends_at: number
  /** Pieces times milliseconds of the order's earlier holds. */
  held_before: number
}

/** What pays for an order: one row for each payment, of which one at most is by card. */
interface PaymentsTable {
  id: string
  order_id: string
  kind: PaymentKind
  gateway: string
  /** The gateway's name for the payment; null between writing the order and hearing from the gateway. */
  intent_id: string | null
  client_secret: string | null
  /** How many payments the gateway was asked for, for this order: part of the idempotency key. */
  attempt: number
  amount_cents: Cents
  /** The amount that the gateway knows; null before it was asked. */
  asked_cents: Cents | null
  /** What the gateway has taken: no refund is asked for over what is left of it. */
  received_cents: Generated<Cents>
  currency: string
  state: PaymentState
  /** A keyed digest of the visitor's address, to count refused cards by; empty when it was this machine. */
  placed_from: Generated<string>
  created_at: number
  updated_at: number
}

interface OutboxTable {
  id: Generated<number>
  kind: string
  payload: string
  dedupe_key: string
  attempts: Generated<number>
  run_after: number
  leased_until: Generated<number>
  /** The number of the process that works on it (open-database.ts). */
  leased_by: number | null
  /** When the try began that has not ended yet. Left over from a process that died: the task may have ended it. */
  begun_at: number | null
  done_at: number | null
  gave_up_at: number | null
  /** The alert mail, as a task of this table, that tells the owner that this one was given up. */
  told_by: number | null
  last_error: string | null
  created_at: number
  /** The order that it is about, if it is about one. */
  order_id: string | null
}

interface RatesTable {
  base: string
  quote: string
  rate: number
  as_of: string
  source: string
  fetched_at: number
}

interface SettingsTable {
  name: string
  value: string
}

interface TestGatewayIntentsTable {
  id: string
  client_secret: string
  idempotency_key: string
  order_id: string
  amount_cents: Cents
  /** What the idempotency key stands for. */
  created_amount_cents: Cents
  currency: string
  state: string
  last_error: string | null
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

/**
 * better-auth's tables keep times as ISO text. `role` and `disabled_at` are ours, the latter in epoch
 * milliseconds.
 */
interface StaffMembersTable {
  id: string
  email: string
  name: string
  email_verified: Generated<number>
  image: string | null
  role: Role
  disabled_at: number | null
  created_at: string
  updated_at: string
}

interface StaffAccountsTable {
  id: string
  member_id: string
  provider_id: string
  account_id: string
  /** Hashed: password-hash.ts. */
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: string | null
  refresh_token_expires_at: string | null
  scope: string | null
  created_at: string
  updated_at: string
}

interface StaffSessionsTable {
  id: string
  member_id: string
  token: string
  expires_at: string
  address: string | null
  user_agent: string | null
  created_at: string
  updated_at: string
}

/** What a member was sent to prove who they are. The identifier is hashed; `value` is the member's id. */
interface StaffVerificationsTable {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
}

/** A browser that a member has signed in from. Several members may use one. */
interface StaffDevicesTable {
  token_hash: string
  member_id: string
  /** Passwords typed there since the last right one. */
  tries: number
  signed_in_at: number
}

/** What staff did at the door and with customers' data: appended, never changed, deleted after a year. */
interface StaffEventsTable {
  id: Generated<number>
  member_id: string
  at: number
  /** `StaffEventKind` in staff-events.ts. */
  kind: string
  network: string
  user_agent: string
}

/** Token buckets (throttle.ts): how many tries were left when `at` was written. */
interface ThrottlesTable {
  key: string
  tokens: number
  at: number
}

/** What was written on the contact page. The words never change; staff note who has answered them, and when. */
interface ContactMessagesTable {
  id: string
  name: string
  email: string
  subject: ContactSubject
  message: string
  created_at: number
  /** Name, e-mail and message as a search compares them: domain/catalogue/search.ts, normalizeSearch. */
  search_text: string
  version: Generated<number>
  answered_at: number | null
  /** The e-mail address of the member of staff. */
  answered_by: string | null
}

interface NewsletterSubscribersTable {
  id: string
  /** In small letters. */
  email: string
  /** `pending`, `confirmed` or `unsubscribed`: domain/newsletter/newsletter.ts. */
  state: SubscriberState
  created_at: number
  /** When somebody last typed the address into the newsletter box. */
  asked_at: number
  /** When the last confirmation mail was promised. Its link carries this time. */
  mailed_at: number
  /** When the last few were promised, the newest first: a JSON list. */
  mail_times: Generated<string>
  confirmed_at: number | null
  /** Links that were mailed before this time confirm nothing any more. */
  unsubscribed_at: number | null
}

/** The measurements of a category's sizes. `chart` is JSON: domain/catalogue/size-chart.ts. */
interface SizeChartsTable {
  category: Category
  version: number
  chart: string
  updated_at: number
}

/** When a stored picture was last wanted. While it is being removed (`removing_since`), it cannot be marked. */
interface PictureMarksTable {
  key: string
  wanted_at: number
  removing_since: number | null
}
