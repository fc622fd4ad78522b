import type { Dispute } from '#domain/refunds/dispute.ts'
import type { TotalRow } from '#domain/orders/order-total.ts'
import type { OrderAction } from '#domain/orders/allowed-actions.ts'
import type { FulfilmentStatus, Tracking } from '#domain/orders/fulfilment.ts'
import type { Customer, Delivery, OrderState, PickupStatus } from '#domain/orders/order.ts'
import type { RefundOffer } from '#domain/refunds/refund-price.ts'
import type { RemainingParts } from '#domain/refunds/refund-split.ts'
import type { RefundState } from '#domain/refunds/refund.ts'
import type { PictureView } from '#web/page.ts'

/** An order line as staff see it. Money and times are display texts in this file, unless it says otherwise. */
export interface OrderLineView {
  position: number
  name: string
  size: string
  quantity: number
  unitPrice: string
  lineTotal: string
  /** Each unit is a gift card over its price. */
  isGiftCard: boolean
  /** It was sold before it was made; null: it was in stock. */
  preorder: string | null
  /** For whom each is. `path`: of its page; null for whoever may not see that, and before it is paid. */
  gifts: { words: string; path: string | null }[]
  /** Units that were not restocked. */
  left: number
  /** How many of those were sent. */
  leftSent: number
  /** Units whose money was returned, or is about to be. */
  refunded: number
  /** Units that can be returned to stock without a refund, and how many of those were sent. */
  returnable: { left: number; leftSent: number }
  /** Units that return to stock when the order is cancelled, unless staff choose otherwise. */
  toRestock: number
  /** Units that were sent. */
  shipped: number
  /** Units that are ready for pickup and still there. */
  waiting: number
  /** Units that are still to be sent, in any state of the order. */
  open: number
  picture: PictureView | null
}

/** A parcel of the order. */
export interface ShipmentView extends Tracking {
  /** Its number within the order. */
  number: number
  at: string
  by: string
  /** Until when it can be undone; null when that is not possible any more. */
  undoUntil: string | null
  items: { position: number; name: string; size: string; quantity: number }[]
}

/** What the customer took at one time of an order for pickup. */
export type PickupView = Pick<ShipmentView, 'number' | 'at' | 'by' | 'undoUntil' | 'items'>

/** A mail about the order. */
export interface OrderMailView {
  id: number
  name: string
  to: string
  state: 'sent' | 'waiting' | 'gave-up'
  at: string
  /** When a waiting mail is tried next; null when it is due. */
  nextTry: string | null
  error: string | null
  /** It was given up because of `bounce`. */
  hasBounced: boolean
  mayResend: boolean
}

/** The data of the staff page about an order. */
export interface OrderView {
  number: string
  version: number
  state: OrderState
  fulfilment: FulfilmentStatus
  placedAt: string
  /** The staff member who made it; null: the shopper placed it. */
  madeBy: string | null
  /** Its payment was a test, which moved no money. */
  isTest: boolean
  /** The version of the policies that the shopper agreed to; 0: those that the shop started with. */
  policiesVersion: number | null
  delivery: Delivery
  /** The customer has all of it. */
  pickup: PickupStatus
  /** What the customer took, oldest first; `undoUntil`: null when that cannot be undone any more. */
  pickups: PickupView[]
  /** How it is sent, where there was a choice, and who pays the duty. */
  shipping: string[]
  customer: { name: string; email: string; phone: string; address: string[] }
  /** The parts of the address, for changing it; null when the member may not. */
  recipient: Record<keyof Omit<Customer, 'email'>, string> | null
  note: string
  /** Why no one packs it; `photo` is a data address, or empty. */
  hold: { reason: string; note: string; photo: string; by: string; at: string } | null
  tags: string[]
  /** Who printed the packing slip last, and when. */
  printed: { by: string; at: string } | null
  lines: OrderLineView[]
  totals: TotalRow[]
  payment: {
    state: string
    received: string | null
    /** What a refund or a cancellation can return, as display text and as form value; null when nothing. */
    left: { words: string; typed: string } | null
    /** Received, returned and the excess, when more was returned than received. */
    overRefund: { received: string; returned: string; excess: string } | null
    /** All that was received was returned. */
    isReturned: boolean
  }
  /** What can be refunded, priced in whole cents; null when the member may not refund it. */
  refundable: RefundOffer | null
  /** What was not returned of refunds by item, because a share of each failed. `amount`: in whole cents. */
  refundRests: { id: string; amount: number; what: string }[]
  /** What is left of each part of the order, for dividing a refund; null when the member may not refund it. */
  remainingParts: RemainingParts | null
  /** What a change of the order costs more, while its payment link is not settled. `until`: when the link expires. */
  balance: { amount: string; change: string; isOpen: boolean; until: string; mayUndo: boolean } | null
  /** The payments, oldest first. */
  payments: {
    id: string
    gateway: string
    intentId: string | null
    /** Received outside the shop. */
    external: { amount: string; reference: string } | null
    /** Such as `Apple Pay •••• 4242`; blank when the gateway has not told, or it is external. */
    paidWith: string
    /** What the gateway tells of its risk; blank when it has not. */
    risk: string
  }[]
  refunds: {
    id: string
    amount: string
    state: RefundState
    /** `store credit` or `gift card`; blank: a bank, or staff themselves. */
    to: string
    isTaken: boolean
    reason: string
    by: string
    failure: string
    /** Its result has been open for more than thirty days. */
    isOverdue: boolean
    /** How much of the items, the shipping and each tax it returns. Empty for one that does not count. */
    split: TotalRow[]
    at: string
  }[]
  /** The disputes. */
  disputes: { id: string; amount: string; reason: string; state: Dispute['state'] }[]
  /** The parcels that were sent, oldest first. */
  shipments: ShipmentView[]
  /** Other orders of the customer that wait to be sent too, and what they have in common. */
  duplicates: { number: string; placedAt: string; why: string }[]
  history: { id: number; at: string; words: string; by: string }[]
  mails: OrderMailView[]
  /** The bounce of the customer's address, with the server's response. */
  bounce: { at: string; words: string } | null
  /** Why and when the customer's data was deleted. */
  erased: { words: string; at: string } | null
  /** It was paid, even if it was refunded since. */
  isPaid: boolean
  /** The order was cancelled at some time, so it cannot continue. */
  wasCancelled: boolean
  /** The actions that the member may do: domain/orders/allowed-actions.ts. */
  may: Record<Exclude<OrderAction, 'resend-mail' | 'exchange'>, boolean>
  /** A refund or a mail is pending, so the page polls. */
  isMoving: boolean
  /** The shopper's page about the order. */
  shopperPath: string
}

/** What an order costs with other items, in cents. `packing`: who packs the order now, if anyone does. */
export interface ItemsPriceView {
  before: number
  after: number
  difference: number
  packing: string | null
}
