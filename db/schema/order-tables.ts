import type { ShopDay } from '#domain/shop-day.ts'
import type { Generated } from 'kysely'
import type { Size } from '#domain/catalog/size.ts'
import type { OrderLink } from '#domain/checkout/payment-link.ts'
import type { BatchId, BlockId, DisputeId, OrderId, OrderViewId, ProductId } from '#domain/ids.ts'
import type { Cents, SignedCents } from '#domain/money.ts'
import type { AmountLabel } from '#domain/orders/amount-label.ts'
import type { BlockSign } from '#domain/orders/block.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import type { HoldReason } from '#domain/orders/hold.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { OrderEventKind } from '#domain/orders/order-event.ts'
import type { DutyTerms } from '#domain/orders/order-shipping.ts'
import type { AdjustmentKind, TaxKind } from '#domain/orders/order-total.ts'
import type { Delivery, OrderState } from '#domain/orders/order.ts'
import type { PersonalText } from './personal-text.ts'

export interface OrderTables {
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_adjustments: OrderAdjustmentsTable
  order_gifts: OrderGiftsTable
  unit_shares: UnitSharesTable
  order_shipments: OrderShipmentsTable
  order_shipment_lines: OrderShipmentLinesTable
  order_pickups: OrderPickupsTable
  order_events: OrderEventsTable
  /** Only on SQLite. */
  order_search: OrderSearchTable
  erasures: ErasuresTable
  packing_claims: PackingClaimsTable
  promotion_uses: PromotionUsesTable
  promotion_codes: PromotionCodesTable
  order_holds: OrderHoldsTable
  blocks: BlocksTable
  order_tags: OrderTagsTable
  slip_prints: SlipPrintsTable
  order_views: OrderViewsTable
  batches: BatchesTable
  batch_orders: BatchOrdersTable
  batch_picks: BatchPicksTable
  sales_days: SalesDaysTable
}

interface OrdersTable {
  id: OrderId
  number: string
  /** Created by the browser, one per checkout: placing it again changes this order instead of adding another. */
  checkout_id: string
  state: OrderState
  name: PersonalText
  email: PersonalText
  phone: PersonalText
  address: PersonalText
  city: PersonalText
  region: string
  country: string
  postal: PersonalText
  note: PersonalText
  subtotal_cents: Cents
  /** The sum of the rows in order_adjustments: the table's CHECK ties the total to it. */
  adjustments_cents: SignedCents
  total_cents: Cents
  created_at: number
  updated_at: number
  /** Of an order of a drop: when its time to pay ends; null: `HOLD_MINUTES` after its last change. */
  pay_by: Generated<number | null>
  paid_at: number | null
  /** Incremented with every change of state and every staff action. */
  version: Generated<number>
  /** What follows from its lines, shipments and refunds: only fulfilment-status.ts writes it. */
  fulfilment: Generated<FulfilmentStatus>
  /** The email address of the staff member who made the order; null: the shopper placed it. */
  made_by: Generated<string | null>
  /** The version of the policies that the shopper agreed to; null: an earlier order, or one that staff made. */
  policies_version: Generated<number | null>
  /** The language that it was made in. */
  language: Generated<string>
  /** What its things are called in that language, as JSON (domain/orders/sale-texts.ts); null: as they are. */
  said: Generated<string | null>
  delivery: Generated<Delivery>
  /**
   * When the customer collected the last ready item, or the last one that waited was refunded; null: one is still
   * waiting. Written by db/orders/pickups.ts.
   */
  picked_up_at: Generated<number | null>
  /** 1: the customer collected a part of the order. Written like picked_up_at. */
  has_pickups: Generated<0 | 1>
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
  /** The version of the promotions that it was priced with. */
  promotions_version: Generated<number>
  /** Raised when the email address is corrected: links that were mailed before do not open any more. */
  link_version: Generated<number>
  /** The email address at placing, as uses are counted by it: domain/promotions/limit-email.ts. Empty: unknown. */
  limit_email: Generated<PersonalText>
  /** The day whose tax rates apply, in the shop's time zone at that time; null: the day of `created_at`. */
  tax_day: Generated<ShopDay | null>
  /** The additional cost of a change, while its payment link is not settled: only payment-links.ts writes it. */
  balance_due_cents: Generated<Cents>
  /** Whether that link can be paid; `none` without a balance. */
  payment_link: Generated<OrderLink>
  /** Number, name and email address, normalized for the search. */
  search_text: PersonalText
  /** Country, postal code and address, in one form for all their spellings; null without an address. */
  address_key: Generated<PersonalText | null>
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

/** What staff tagged orders with, in lower case: order-marks.ts. */
interface OrderTagsTable {
  order_id: OrderId
  tag: string
}

/** Who printed the packing slip of an order last. */
interface SlipPrintsTable {
  order_id: OrderId
  /** The email address of the staff member. */
  printed_by: string
  printed_at: number
}

/** Lists of orders that staff saved under a name, for everyone in the shop. */
interface OrderViewsTable {
  id: OrderViewId
  name: string
  /** Of the address of the list, without the search text: that would be about a customer. */
  query: string
  made_at: number
}

/** Orders that are packed together: db/packing/batches.ts. */
interface BatchesTable {
  id: BatchId
  name: string
  /** The email address of the staff member. */
  made_by: string
  made_at: number
  /** Since when none of its orders is to be sent; null: one is. */
  closed_at: number | null
}

/** The batch that an order is in, or was in last. */
interface BatchOrdersTable {
  order_id: OrderId
  batch_id: BatchId
}

/** How many units of an item were fetched for a batch; the name is that of the order lines. */
interface BatchPicksTable {
  batch_id: BatchId
  product_id: ProductId
  name: string
  size: Size
  picked: number
  picked_by: string
  picked_at: number
}

/** Who is on the block list: db/orders/blocks.ts. */
interface BlocksTable {
  id: BlockId
  sign: BlockSign
  /** A keyed digest: it stays when the texts are erased, so that the block goes on to count. */
  key: string
  shown: PersonalText
  reason: PersonalText
  search_text: PersonalText
  order_number: string | null
  /** The dispute that put it there. */
  dispute_id: DisputeId | null
  added_by: string
  added_at: number
  /** Null: never. */
  ends_at: number | null
}

/** The orders that wait until staff release them. */
interface OrderHoldsTable {
  order_id: OrderId
  reason: HoldReason
  note: string
  /** The data address of a JPEG, or empty. */
  photo: string
  /** The email address of the staff member. */
  held_by: string
  held_at: number
}

/** Who packs an order, at which bench: packing-claims.ts. Times are epoch milliseconds. */
interface PackingClaimsTable {
  order_id: OrderId
  /** A random id of the browser tab. */
  bench: string
  /** The email address of the staff member. */
  claimed_by: string
  claimed_at: number
  /** When the bench was last active: a claim ends when its bench is inactive for too long. */
  seen_at: number
  /** When the bench fulfilled the order. */
  packed_at: number | null
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
  /** As promotions need them, as ordered. 1: the product showed a higher price from before. */
  category: Generated<string>
  is_reduced: Generated<number>
  /** 1: each unit is a gift card over its price. Nothing of it is packed, shipped or restocked. */
  gift_card: Generated<number>
  /** Sold before it was made: the day from which it is sent, as the customer agreed to; null: it was in stock. */
  ships_on: Generated<ShopDay | null>
  /** 1: its units have not come in. */
  awaited: Generated<number>
  /** How many units were returned to stock after the payment. */
  restocked: Generated<number>
  /** How many of those had been sent, and were sent back. */
  restocked_sent: Generated<number>
}

/** For whom the giver meant the gift cards of a line; a line without a row is for the customer. */
interface OrderGiftsTable {
  order_id: OrderId
  line_position: number
  name: PersonalText
  email: PersonalText
  message: PersonalText
  /** The day on which they are sent; null: once they are paid. */
  send_on: ShopDay | null
}

/** The promotions that an order uses, with their names then: promotion-uses.ts. Its state says whether they count. */
interface PromotionUsesTable {
  order_id: OrderId
  promotion_id: string
  name: string
  /** The code that was entered, without case and spaces; null: the promotion applies by itself. */
  code: string | null
}

/** Codes for one use, without case and spaces. */
interface PromotionCodesTable {
  code: string
  promotion_id: string
  created_at: number
}

/** Parcels of an order: shipments.ts. Rows are never deleted. */
interface OrderShipmentsTable {
  order_id: OrderId
  /** Counts the shipments of one order, from 1, with those that were undone. */
  number: number
  sent_at: number
  /** The email address of a staff member. */
  sent_by: string
  carrier: PersonalText
  tracking_number: PersonalText
  tracking_link: PersonalText
  /** When the shipment was marked as not sent, because marking it was a mistake: it no longer counts. */
  undone_at: number | null
}

/** What a shipment contains: units of the order's lines. */
interface OrderShipmentLinesTable {
  order_id: OrderId
  shipment: number
  line_position: number
  quantity: number
}

/** Units of an order that the customer took, a row for each line and pickup. */
interface OrderPickupsTable {
  order_id: OrderId
  /** Counts the pickups of one order, from 1, with those that were undone. */
  number: number
  line_position: number
  quantity: number
  picked_up_at: number
  /** The email address of a staff member. */
  handed_over_by: string
  /** When the pickup was marked as a mistake: it no longer counts. */
  undone_at: number | null
}

/** The amounts between subtotal and total of an order. Written only together with the order row: order-content.ts. */
interface OrderAdjustmentsTable {
  order_id: OrderId
  position: number
  kind: AdjustmentKind
  /** What owners or staff call it; empty: the shop's words for `label_kind`. */
  label: PersonalText
  /** Null: written by an earlier version, with the label in English (db/orders/stored-label.ts). */
  label_kind: AmountLabel['kind'] | null
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
  /** JSON: `waived` of an adjustment of a changed order, in earlier versions also `kept`; null: it has neither. */
  shares: Generated<string | null>
}

/** How much of each amount of an order its units have: domain/orders/unit-shares.ts. */
interface UnitSharesTable {
  order_id: OrderId
  /** Counts the shares of one order. */
  number: number
  /** The line of the unit; null: the shipping. */
  line_position: number | null
  /** The first of the units, and how many there are. */
  unit: number
  units: number
  /** The position of the adjustment; null: the price of the item. */
  adjustment: number | null
  amount_cents: number
  /** By how much it would be more if staff had waived nothing. */
  waived_cents: number
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

/** What was sold on a day, once it was counted: sales-days.ts. */
interface SalesDaysTable {
  /** Days since 1970, in UTC. */
  day: number
  /** Raised whenever what counts on this day changes after the day. */
  changes: Generated<number>
  /** The value of `changes` that the count includes; null before the first count. */
  counted_changes: number | null
  counted_at: number | null
  /** JSON: DaySales. */
  sales: string | null
  /**
   * The same for a day that is not over, up to a time in epoch milliseconds, with the value of `changes` that it
   * includes.
   */
  so_far: string | null
  so_far_until: number | null
  so_far_changes: number | null
}
