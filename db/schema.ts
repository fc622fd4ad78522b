import type { Generated } from 'kysely'
import type { BackupJob } from '#domain/backups/backup-jobs.ts'
import type { Category } from '#domain/catalogue/category.ts'
import type { WrittenColumns } from '#domain/catalogue/product-fields.ts'
import type { Size } from '#domain/catalogue/size.ts'
import type { PaymentKind, PaymentState } from '#domain/checkout/payment.ts'
import type { OrderLink, PaymentLinkState } from '#domain/checkout/payment-link.ts'
import type { ContactSubject } from '#domain/inbox/contact-form.ts'
import type {
  OrderId,
  ProductId,
  PaymentId,
  PaymentLinkId,
  RefundId,
  DisputeId,
  StaffId,
  InvitationId,
  MessageId,
  SubscriberId,
  BounceId,
} from '#domain/ids.ts'
import type { Cents, SignedCents } from '#domain/money.ts'
import type { ProblemKind } from '#domain/monitoring/problems.ts'
import type { SubscriberState } from '#domain/newsletter/newsletter.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import type { OrderEventKind } from '#domain/orders/order-event.ts'
import type { Dispute } from '#domain/refunds/dispute.ts'
import type { StockReason } from '#domain/stock/stock-change.ts'
import type { AuditAction, AuditSubjectKind } from '#domain/audit/audit.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { RefundSource } from '#domain/refunds/refund.ts'
import type { AdjustmentKind, TaxKind } from '#domain/orders/order-total.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { Delivery, OrderState } from '#domain/orders/order.ts'
import type { DutyTerms } from '#domain/orders/order-shipping.ts'
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
  order_shipments: OrderShipmentsTable
  order_shipment_lines: OrderShipmentLinesTable
  order_events: OrderEventsTable
  /** Only on SQLite. */
  order_search: OrderSearchTable
  refunds: RefundsTable
  refund_parts: RefundPartsTable
  disputes: DisputesTable
  erasures: ErasuresTable
  packing_claims: PackingClaimsTable
  item_codes: ItemCodesTable
  stock_movements: StockMovementsTable
  holds: HoldsTable
  hold_times: HoldTimesTable
  payments: PaymentsTable
  payment_links: PaymentLinksTable
  outbox: OutboxTable
  rates: RatesTable
  settings: SettingsTable
  shop_settings: ShopSettingsTable
  test_gateway_intents: TestGatewayIntentsTable
  test_gateway_refunds: TestGatewayRefundsTable
  test_gateway_events: TestGatewayEventsTable
  staff_members: StaffMembersTable
  staff_accounts: StaffAccountsTable
  staff_sessions: StaffSessionsTable
  staff_verifications: StaffVerificationsTable
  staff_devices: StaffDevicesTable
  staff_two_factors: StaffTwoFactorsTable
  staff_recovery_codes: StaffRecoveryCodesTable
  staff_passkeys: StaffPasskeysTable
  audit_events: AuditEventsTable
  staff_invitations: StaffInvitationsTable
  throttles: ThrottlesTable
  contact_messages: ContactMessagesTable
  newsletter_subscribers: NewsletterSubscribersTable
  size_charts: SizeChartsTable
  search_words: SearchWordsTable
  picture_marks: PictureMarksTable
  connection_states: ConnectionStatesTable
  rate_refreshes: RateRefreshesTable
  content_sources: ContentSourcesTable
  mirrored_records: MirroredRecordsTable
  mail_outage: MailOutageTable
  bounced_addresses: BouncedAddressesTable
  backup_jobs: BackupJobsTable
  announcements: AnnouncementsTable
  backups: BackupsTable
  samples: SamplesTable
  shop_problems: ShopProblemsTable
  backfills: BackfillsTable
  sales_days: SalesDaysTable
}

/** What staff write comes from the definition of the fields, with the names of their columns. */
interface ProductsTable extends WrittenColumns {
  id: ProductId
  version: number
  created_at: number
  updated_at: number
  archived_at: number | null
}

interface ProductSizesTable {
  product_id: ProductId
  size: Size
  /** Units of this size in stock; null: only the product's own count limits it. */
  stock: number | null
  /** The place of the size among those of the product. */
  position: Generated<number>
}

interface PicturesTable {
  product_id: ProductId
  position: number
  key: string
  alt: string
  width: number
  height: number
  placeholder: string
}

/** Lower-cased name, description and category. On SQLite an FTS5 trigram table, on PostgreSQL a pg_trgm index. */
interface ProductSearchTable {
  product_id: ProductId
  body: string
}

interface OrdersTable {
  id: OrderId
  number: string
  /** Created by the browser, one per checkout: placing it again changes this order instead of adding another. */
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
  /** The sum of the rows in order_adjustments: the table's CHECK ties the total to it. */
  adjustments_cents: SignedCents
  total_cents: Cents
  created_at: number
  updated_at: number
  paid_at: number | null
  /** Incremented with every change of state and every staff action. */
  version: Generated<number>
  /** What follows from its lines, shipments and refunds: only fulfilment-status.ts writes it. */
  fulfilment: Generated<FulfilmentStatus>
  /** The email address of the staff member who made the order; null: the shopper placed it. */
  made_by: Generated<string | null>
  /** The version of the policies that the shopper agreed to; null: an earlier order, or one that staff made. */
  policies_version: Generated<number | null>
  delivery: Generated<Delivery>
  /** The method as chosen, with its business days: domain/orders/order-shipping.ts. */
  shipping_method: Generated<string>
  shipping_name: Generated<string>
  shipping_least_days: Generated<number>
  shipping_most_days: Generated<number>
  /** The version of the shipping setting that it was priced with. */
  shipping_version: Generated<number>
  duty_terms: Generated<DutyTerms | null>
  /** The version of the setting `tax` that it was priced by; 0: the one before any was saved. */
  tax_version: Generated<number>
  /** What a change of the order costs more, while its payment link is not settled: only payment-links.ts writes it. */
  balance_due_cents: Generated<Cents>
  /** Whether that link can be paid; `none` without a balance. */
  payment_link: Generated<OrderLink>
  /** Number, name and email address, normalized for the search. */
  search_text: string
  /** When the customer data was erased: the texts about the customer are empty since. */
  erased_at: Generated<number | null>
  /** The reason: domain/orders/erasure.ts. */
  erasure: Generated<ErasureReason | null>
}

/** A deletion of customer data on request: by whom and how much, without the customer's identity. */
interface ErasuresTable {
  id: string
  at: number
  by: string
  orders: number
  messages: number
  subscriptions: number
}

/** Who packs an order, at which bench: packing-claims.ts. Times are epoch milliseconds. */
interface PackingClaimsTable {
  order_id: OrderId
  /** A random id of the browser tab. */
  bench: string
  /** The email address of the staff member. */
  claimed_by: string
  claimed_at: number
  /** The last sign of the bench: a claim that is silent for long has ended. */
  seen_at: number
  /** When the bench fulfilled the order. */
  packed_at: number | null
}

/** Where a size of a product is stored, its barcode, and its SKU. Each may be empty. */
interface ItemCodesTable {
  product_id: ProductId
  size: Size
  bin: string
  barcode: string
  sku: Generated<string>
}

/**
 * The index of the order search. Rows are only added, except for erasures: orders.search_text decides whether one is
 * current.
 */
interface OrderSearchTable {
  order_id: OrderId
  body: string
}

interface OrderLinesTable {
  order_id: OrderId
  position: number
  product_id: ProductId
  name: string
  size: Size
  unit_price_cents: Cents
  quantity: number
  picture_key: string | null
  /** For shipping and duty, as ordered; null or empty: unknown. */
  weight_grams: Generated<number | null>
  hs_code: Generated<string>
  origin_country: Generated<string>
  /** 1: no tax is due on it. */
  tax_free: Generated<number>
  /** How many units were returned to stock after the payment. */
  restocked: Generated<number>
  /** How many of those had been sent, and came back. */
  restocked_sent: Generated<number>
}

/** Parcels of an order: shipments.ts. Rows are never deleted. */
interface OrderShipmentsTable {
  order_id: OrderId
  /** Counts the shipments of one order, from 1, with those that were undone. */
  number: number
  sent_at: number
  /** The email address of a staff member. */
  sent_by: string
  carrier: string
  tracking_number: string
  tracking_link: string
  /** When it was marked as not sent, because it had been a mistake: it counts for nothing since. */
  undone_at: number | null
}

/** What a shipment contains: units of the order's lines. */
interface OrderShipmentLinesTable {
  order_id: OrderId
  shipment: number
  line_position: number
  quantity: number
}

/** The amounts between subtotal and total of an order. Written only together with the order row: order-content.ts. */
interface OrderAdjustmentsTable {
  order_id: OrderId
  position: number
  kind: AdjustmentKind
  label: string
  /** Negative for deductions. */
  amount_cents: SignedCents
  /** The line that it belongs to; null: the whole order. */
  line_position: number | null
  /** Of a tax by destination, with its rate in thousandths of a percent; otherwise null. */
  tax_kind: TaxKind | null
  milli_percent: number | null
  /** The part of the tax that is due on shipping. */
  of_shipping_cents: Generated<Cents>
  /** How much of the tax the prices contain; amount_cents is 0 then, by the table's CHECK. */
  contained_cents: Generated<Cents>
}

/** The history of an order: append-only, except that free text about the customer is erased with the customer. */
interface OrderEventsTable {
  id: Generated<number>
  order_id: OrderId
  at: number
  kind: OrderEventKind
  /** `shopper`, `gateway`, `system`, or the email address of a staff member. */
  actor: Generated<string>
  detail: string
  /** The key of a one-time event: unique within an order. */
  key: string | null
}

/** Refunds. Only `state` changes in a row (domain/refunds/refund.ts): wrong amounts are corrected by another row. */
interface RefundsTable {
  id: RefundId
  order_id: OrderId
  /** The payment that is refunded. */
  payment_id: PaymentId
  source: RefundSource
  /** The refund that this row corrects, in whole or in part; null: the row is a refund. */
  corrects: RefundId | null
  /** Negative when the row corrects another. */
  amount_cents: SignedCents
  state: RefundState
  reason: string
  asked_by: string
  idempotency_key: string
  gateway_refund_id: string | null
  /** The gateway's message when it refused. */
  failure: Generated<string>
  created_at: number
  /** When the money was returned; kept when the bank sends it back afterwards. */
  done_at: number | null
}

/** What a refund was for: units of a line, or the shipping when there is no line. None when staff entered a sum. */
interface RefundPartsTable {
  refund_id: RefundId
  /** Counts the parts of one refund. */
  part: number
  order_id: OrderId
  line_position: number | null
  quantity: number
  /** How many of these units had been sent: the others will not be. */
  sent: Generated<number>
}

/** Disputes of cardholders with their banks: domain/refunds/dispute.ts. */
interface DisputesTable {
  /** The gateway's id of the dispute. */
  id: DisputeId
  order_id: OrderId
  /** The disputed payment; null in older rows. */
  intent_id: string | null
  amount_cents: Cents
  currency: string
  reason: string
  state: Dispute['state']
  /** When the shop first received it. */
  opened_at: number
  decided_at: number | null
}

/**
 * Stock taken out of the count for an unpaid order. Only the transaction that deletes the row may release the stock.
 */
/**
 * The stock ledger: every change of a count, append-only. The deltas of a count add up to it; those of a count that is
 * not tracked to zero.
 */
interface StockMovementsTable {
  id: Generated<number>
  product_id: ProductId
  /** Null: the product's own count. */
  size: Size | null
  delta: number
  /** The count afterwards; null: it is not tracked any more. */
  count_after: number | null
  reason: StockReason
  /** `shopper`, `gateway`, `system`, or the email address of a staff member. */
  actor: string
  order_id: OrderId | null
  at: number
}

interface HoldsTable {
  order_id: OrderId
  product_id: ProductId
  size: Size
  quantity: number
  /** 1 when the product's own count was lowered for it, else 0; likewise for the size. Only those are raised again. */
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
  currency: string
  state: PaymentState
  /** Of an external payment, as staff entered it. */
  reference: Generated<string>
  /** A keyed digest of the visitor's address, to count declined cards by; empty for this machine. */
  placed_from: Generated<string>
  created_at: number
  updated_at: number
}

/** Requests to customers to pay what a change of their order costs more: payment-links.ts. */
interface PaymentLinksTable {
  id: PaymentLinkId
  order_id: OrderId
  payment_id: PaymentId
  state: PaymentLinkState
  amount_cents: Cents
  /** JSON: what was changed, in words. */
  change: string
  /** JSON: the order before the change; null once the customer's data was deleted. */
  undo: string | null
  expires_at: number
  created_at: number
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
  /** When the current attempt began. Left over from a process that died: the task may have crashed it. */
  begun_at: number | null
  done_at: number | null
  gave_up_at: number | null
  /** The alert mail, a task of this table, that reports to the owner that this task was given up. */
  told_by: number | null
  last_error: string | null
  created_at: number
  /** The order of the task, if it has one. */
  order_id: OrderId | null
}

interface RatesTable {
  base: string
  quote: string
  rate: number
  as_of: string
  source: string
  fetched_at: number
}

/** What the shop notes for itself, such as its secrets. */
interface SettingsTable {
  name: string
  value: string
}

/** What owners set: every version of every setting. Rows are only ever added. `value` is JSON: domain/settings/. */
interface ShopSettingsTable {
  name: string
  version: number
  value: string
  changed_at: number
  /** Null: not a member of staff. */
  changed_by: StaffId | null
  /** What changed, in words. */
  summary: string
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
  id: StaffId
  email: string
  name: string
  email_verified: Generated<number>
  image: string | null
  role: Role
  disabled_at: number | null
  /** Grows with each change of role, address or access. */
  version: Generated<number>
  last_signed_in_at: number | null
  /** 1: signing in takes a code after the password. better-auth's. */
  two_factor_enabled: Generated<number>
  created_at: string
  updated_at: string
}

interface StaffAccountsTable {
  id: string
  member_id: StaffId
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
  member_id: StaffId
  token: string
  expires_at: string
  address: string | null
  user_agent: string | null
  created_at: string
  updated_at: string
}

/**
 * Pending proofs of identity: reset links and invitations. The identifier is hashed; `value` is the id of the member or
 * of the invitation.
 */
interface StaffVerificationsTable {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
}

/** better-auth's secrets for authenticator apps, encrypted. One that is not `verified` is not in use yet. */
interface StaffTwoFactorsTable {
  id: string
  member_id: StaffId
  secret: string
  /** Unused: ours are hashed, in `staff_recovery_codes`. */
  backup_codes: string
  verified: Generated<number>
  failed_verification_count: Generated<number>
  locked_until: string | null
}

/** Recovery codes that were not used yet, as hashes: two-step-rows.ts. */
interface StaffRecoveryCodesTable {
  member_id: StaffId
  code_hash: string
}

/** Passkeys, of better-auth's plug-in. Its times are ISO texts, ours epoch milliseconds. */
interface StaffPasskeysTable {
  id: string
  member_id: StaffId
  name: string
  credential_id: string
  public_key: string
  /** How often the authenticator has signed, where it counts; else 0. */
  counter: number
  device_type: string
  backed_up: number
  transports: string | null
  aaguid: string | null
  created_at: string
  last_used_at: number | null
}

/** A browser that a member has signed in from. Several members may use one. */
interface StaffDevicesTable {
  token_hash: string
  member_id: StaffId
  /** Wrong passwords since the last right one. */
  tries: number
  signed_in_at: number
}

/** What staff did: audit-events.ts. Append-only, which the database enforces with triggers. */
interface AuditEventsTable {
  id: Generated<number>
  at: number
  action: AuditAction
  /** Null: the operator, on the server's command line, or a visitor who was refused. */
  actor_id: StaffId | null
  /** The email address of the actor at that time; blank where there is none. */
  actor_name: string
  subject_kind: AuditSubjectKind
  /** An id or, of an order, its number; blank where the action has no subject. */
  subject_id: string
  /** The name of the subject at that time; blank where it has none, or the name would be a customer's. */
  subject_name: string
  /** JSON: a list of `AuditChange`. */
  changes: string
  /** The shortened network of the actor. */
  network: string
  user_agent: string
}

/** Invitations that were not accepted yet. Deleted when they are accepted or withdrawn, or a month after their end. */
interface StaffInvitationsTable {
  id: InvitationId
  email: string
  role: Role
  invited_by: StaffId
  invited_at: number
  expires_at: number
  version: Generated<number>
}

/** Token buckets (throttle.ts): how many attempts were left when `at` was written. */
interface ThrottlesTable {
  key: string
  tokens: number
  at: number
}

/** Messages from the contact form. The text never changes; staff mark who answered it, and when. */
interface ContactMessagesTable {
  id: MessageId
  name: string
  email: string
  subject: ContactSubject
  message: string
  created_at: number
  /** Name, email address and message, normalized for the search: domain/catalogue/search.ts, normalizeSearch. */
  search_text: string
  version: Generated<number>
  answered_at: number | null
  /** The email address of the staff member. */
  answered_by: string | null
}

interface NewsletterSubscribersTable {
  id: SubscriberId
  /** In lower case. */
  email: string
  /** `pending`, `confirmed` or `unsubscribed`: domain/newsletter/newsletter.ts. */
  state: SubscriberState
  created_at: number
  /** When the address was last submitted to the newsletter form. */
  asked_at: number
  /** When the last confirmation mail was enqueued. Its link contains this time. */
  mailed_at: number
  /** When the last few were enqueued, newest first: a JSON list. */
  mail_times: Generated<string>
  confirmed_at: number | null
  /** Links mailed before this time are void. */
  unsubscribed_at: number | null
}

/** The measurements of a category's sizes. `chart` is JSON: domain/catalogue/size-chart.ts. */
interface SizeChartsTable {
  category: Category
  version: number
  chart: string
  updated_at: number
}

/** Words that mean the same in a search, in one row. `word_groups` is JSON: domain/catalogue/search-words.ts. */
interface SearchWordsTable {
  id: 1
  version: number
  word_groups: string
  updated_at: number
}

/** When a stored picture was last wanted. While it is being removed (`removing_since`), it cannot be marked. */
interface PictureMarksTable {
  key: string
  wanted_at: number
  removing_since: number | null
}

/** One row per outside source of exchange rates: the lease to call it, and the next call. */
interface RateRefreshesTable {
  source: string
  /** A process is asking until then. */
  leased_until: number
  ask_after: number
  /** How often it has failed since it last worked. */
  failures: number
}

/** One row per need that an outside supplier has served or failed. */
interface ConnectionStatesTable {
  need: string
  supplier: string
  /** When it worked first after a failure, or at all. */
  working_since: number | null
  worked_at: number | null
  /** When the present failure began; null while it works. */
  failing_since: number | null
  failed_at: number | null
  /** The supplier's last error message. */
  failure: string | null
  /** When the owner was last alerted. */
  alerted_at: number | null
}

/** A place outside the shop where products are edited, and how far mirroring it has come. */
interface ContentSourcesTable {
  place: string
  /** Products that are older than this were in the shop before, and are not written to the place. */
  begun_at: number
  /** When the next round is due. */
  next_at: Generated<number>
  /** The process that mirrors, and the end of its lease. */
  leased_by: string | null
  leased_until: Generated<number>
  /** When the last reading of changes, and the last complete one, began. */
  read_at: number | null
  full_at: number | null
  /** How many records the last complete reading found, and how many known ones were missing. */
  records: Generated<number>
  missing: Generated<number>
  /** Why the last round failed, for staff, and since when rounds fail; null while they succeed. */
  failure: string | null
  failing_since: number | null
}

/** A product and its record at a source: mirrored-records.ts. The texts are JSON. */
interface MirroredRecordsTable {
  place: string
  product_id: ProductId
  /** Null until the record is made. */
  record_id: string | null
  /** What both sides last agreed on; null while the record was never taken over. */
  agreed: string | null
  /** The record as it was last read, when something about it is left to do. */
  theirs: string | null
  /** Values that were sent without an answer, by field, each with its time. */
  sent: Generated<string>
  /** The fields that changed on both sides. */
  clash: Generated<string>
  /** Why the record is not taken over, by field. */
  problem: Generated<string>
  /** What the source refused, and why. */
  refused: string | null
  /** The stored pictures, by the source's ids. */
  pictures: Generated<string>
  /** The pictures that the shop cannot use, by the source's ids, each with a sentence. */
  unusable: Generated<string>
  /** The version of the product when both sides agreed. */
  product_version: Generated<number>
  /** 1: the record no longer exists there. */
  gone: Generated<number>
  /** How many complete readings in a row did not find it. */
  missed: Generated<number>
  /** When the source was asked to make the record, while it is not known whether it did. */
  creating_at: number | null
  /** The outbox task that writes to the record next. */
  write_task: string | null
  /** 1: a round has to look at it even when it did not change. */
  unsettled: Generated<number>
  /** Rises with every change of the row. */
  revision: Generated<number>
}

/** One row while the mail service fails: mail-outage.ts. */
interface MailOutageTable {
  id: number
  failing_since: number
  /** In a row. */
  failures: number
  /** No mail is sent before this time. */
  paused_until: number
  failure: string
}

/** Addresses that bounced. The shop sends no mails to them. */
interface BouncedAddressesTable {
  id: BounceId
  /** In lower case. */
  address: string
  bounced_at: number
  words: string
}

/** The jobs around backups: backup-jobs.ts. Times are epoch milliseconds. */
interface BackupJobsTable {
  job: BackupJob | 'continuous'
  leased_by: string | null
  leased_until: Generated<number>
  wanted_at: number | null
  began_at: number | null
  ended_at: number | null
  progress: Generated<string>
  result: Generated<string>
  failure: string | null
  failing_since: number | null
}

/** How often a process has announced a change, on SQLite: db/engine/foreign-changes.ts. One row. */
interface AnnouncementsTable {
  id: number
  count: number
}

/** The backups that are in their place, for the list of staff: stored-backups.ts. */
interface BackupsTable {
  name: string
  place: string
  taken_at: number
  shop_version: string
  database_bytes: number
  stored_bytes: number
  pictures: number
  /** 1: encrypted. */
  sealed: number
  rehearsed_at: number | null
  rehearsal_failure: string | null
}

/** What a process of the shop measured in a minute: samples.ts. */
interface SamplesTable {
  /** The end of the minute. */
  at: number
  process: string
  requests: number
  failures: number
  /** In which time 95 % of the rendered answers were ready; null without any. */
  slow_ms: number | null
  /** The longest time that other work held up this process. */
  event_loop_ms: number
  memory_bytes: number
  waiting_tasks: number
  disk_free_bytes: number
}

/** What needs a person at present: shop-problems.ts. */
interface ShopProblemsTable {
  kind: ProblemKind
  since: number
  /** JSON: ProblemDetail. */
  detail: string
  alerted_at: number | null
}

interface BackfillsTable {
  name: string
  last_key: string | null
  filled: Generated<number>
  done_at: number | null
}

/** What was sold on a day, once it was counted: sales-days.ts. */
interface SalesDaysTable {
  /** Days since 1970, in UTC. */
  day: number
  /** Raised whenever what counts on this day changes after the day. */
  changes: Generated<number>
  /** The value of `changes` that the count took in; null before the first. */
  counted_changes: number | null
  counted_at: number | null
  /** JSON: Sales. */
  sales: string | null
}
