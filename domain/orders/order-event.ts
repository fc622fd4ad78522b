import * as v from 'valibot'

/** The kinds of events in an order's history. The display texts are in web/views/orders/history-words.ts. */
export const ORDER_EVENT_KINDS = [
  'placed',
  'changed',
  'tried-again',
  'declined',
  'gateway-unavailable',
  'expired',
  'held-again',
  'paid',
  'refunded',
  'needs-attention',
  'does-not-agree',
  'stray-payment',
  'withdrawn',
  'held',
  'released',
  'preorder-arrived',
  'preorder-kept',
  'fulfilled',
  'tracking-changed',
  'address-changed',
  'email-corrected',
  'items-changed',
  'fulfilment-undone',
  'picked-up',
  'pickup-undone',
  'link-sent',
  'link-cancelled',
  'link-expired',
  'link-voided',
  'balance-due-again',
  'balance-paid',
  'balance-returned',
  'balance-waived',
  'balance-recorded',
  'change-undone',
  'cancelled',
  'refund-asked',
  'restocked',
  'returned-by-hand',
  'returned-to-gift-card',
  'returned-to-store-credit',
  'money-returned',
  'refund-pending',
  'refund-failed',
  'refund-unconfirmed',
  'refund-never-made',
  'refund-came-back',
  'refund-overdue',
  'disputed',
  'dispute-won',
  'dispute-lost',
  'over-refunded',
  'resolved',
  'note',
  'tagged',
  'mail-given-up',
  'mail-resent',
  'erased',
] as const

/** The kind of an event in an order's history. */
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]

/**
 * What an event's detail may hold, and whether that may be `free` text about or from a customer, which goes when the
 * customer's data is deleted. `what`, `before` and `after` name items.
 */
export const EVENT_FIELDS = {
  text: 'free',
  note: 'free',
  reason: 'free',
  carrier: 'free',
  trackingNumber: 'free',
  trackingLink: 'free',
  failure: 'free',
  reference: 'free',
  from: 'free',
  to: 'free',
  added: 'free',
  removed: 'free',
  total: 'plain',
  amount: 'plain',
  currency: 'plain',
  pickup: 'plain',
  units: 'plain',
  why: 'plain',
  attempt: 'plain',
  link: 'plain',
  intentId: 'plain',
  before: 'plain',
  after: 'plain',
  told: 'plain',
  method: 'plain',
  shipment: 'plain',
  mail: 'plain',
  outcome: 'plain',
  left: 'plain',
  what: 'plain',
  received: 'plain',
  returned: 'plain',
  waived: 'plain',
  paid: 'plain',
  charged: 'plain',
  withdrawn: 'plain',
  restocked: 'plain',
  lifted: 'plain',
  checkedGateway: 'plain',
} as const satisfies Record<string, 'free' | 'plain'>

/** The detail of an event: a field that is not declared cannot be recorded. */
export type EventDetail = { readonly [Field in keyof typeof EVENT_FIELDS]?: unknown }

/** Kinds whose free text is of the gateway, and stays. */
export const GATEWAY_EVENTS = [
  'refund-failed',
  'refund-unconfirmed',
  'refund-came-back',
  'disputed',
  'dispute-won',
  'dispute-lost',
] as const satisfies readonly OrderEventKind[]

/** The detail of `email-corrected`: the address before. Empty once the customer's data was deleted. */
export const correctionSchema = v.object({ from: v.string() })
