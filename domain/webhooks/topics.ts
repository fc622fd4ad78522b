import { recordOf, keysOf } from '#domain/record-of.ts'
import type { OrderEventKind } from '#domain/orders/order-event.ts'

/** What the shop tells other programs about, and when, as staff and the description of the API read it. */
export const WEBHOOK_TOPICS = {
  'order.paid': 'An order is paid',
  'order.changed': 'Items, address, hold or tracking of an order change',
  'order.fulfilled': 'Items of an order are sent, or ready for pickup',
  'order.picked_up': 'Items of an order are picked up',
  'order.cancelled': 'An order is cancelled',
  'payment.received': 'Money for an order arrives',
  'payment.disputed': 'A payment is disputed, or its dispute ends',
  'refund.asked': 'A refund is asked for',
  'refund.made': 'Money is returned',
  'refund.failed': 'A refund fails or comes back',
  'return.asked': 'A customer asks to return items',
  'return.accepted': 'A return is accepted, by the rules or by staff',
  'return.declined': 'A return is declined',
  'return.received': 'Returned items are here and were looked at',
  'return.refunded': 'The money of a return goes back',
  'return.exchanged': 'Other items are sent for what came back',
  'return.cancelled': 'A customer keeps what they asked to return',
  'product.added': 'A product is added',
  'product.changed': 'A product changes, or is restored',
  'product.removed': 'A product is hidden or deleted',
  'stock.changed': 'A stock count changes',
  'request.received': 'A customer writes, or withdraws from a contract',
  'gift_card.issued': 'A gift card or store credit is issued',
  'gift_card.changed': 'The balance of a gift card or store credit changes',
} as const

/** A key of WEBHOOK_TOPICS. */
export type WebhookTopic = keyof typeof WEBHOOK_TOPICS

/** Every topic. */
export const TOPIC_NAMES = keysOf(WEBHOOK_TOPICS)

/** Of what a message tells, and in whose order it arrives: the kind of a thing and its id. */
export type WebhookThing = `${'order' | 'return' | 'product' | 'request' | 'gift-card' | 'test'}:${string}`

/** What a later look at a thing cannot tell of an event. Nothing of it is about a customer. */
export interface WebhookFacts {
  event?: string
  amount?: number
  size?: string | null
  delta?: number
  stock?: number | null
  reason?: string
}

/** The day of the form of the messages. A later form gets another day, and endpoints choose. */
export const WEBHOOK_VERSION = '2026-11-28'

const ORDER_TOPICS: Partial<Record<WebhookTopic, readonly OrderEventKind[]>> = {
  'order.changed': [
    'held-again',
    'needs-attention',
    'resolved',
    'held',
    'released',
    'preorder-arrived',
    'tracking-changed',
    'address-changed',
    'email-corrected',
    'items-changed',
    'change-undone',
    'fulfilment-undone',
    'pickup-undone',
    'restocked',
  ],
  'order.fulfilled': ['fulfilled'],
  'order.picked_up': ['picked-up'],
  'order.cancelled': ['cancelled'],
  'payment.received': ['balance-paid', 'balance-recorded'],
  'payment.disputed': ['disputed', 'dispute-won', 'dispute-lost'],
  'refund.asked': ['refund-asked'],
  'refund.made': [
    'refunded',
    'returned-by-hand',
    'returned-to-gift-card',
    'returned-to-store-credit',
    'balance-returned',
    'money-returned',
  ],
  'refund.failed': ['refund-failed', 'refund-came-back'],
}

/** What an event in an order's history is told as; of a kind that is missing here nobody is told. */
export const TOPIC_OF_EVENT: Partial<Record<OrderEventKind, WebhookTopic>> = Object.assign(
  {},
  ...keysOf(ORDER_TOPICS).map((topic) => recordOf(ORDER_TOPICS[topic] ?? [], () => topic)),
)

/** The most endpoints of a shop, and the longest address of one. */
export const MAX_ENDPOINTS = 20
export const ENDPOINT_URL_LENGTH = 500

/**
 * `paused`: by the shop, because a message could not be delivered for three days. Messages wait for it; those of one
 * that is `off` are not kept.
 */
export const ENDPOINT_STATES = ['on', 'paused', 'off'] as const
export type EndpointState = (typeof ENDPOINT_STATES)[number]

/** For how long the secret before still signs beside the new one. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000
