import type { ErasureReason } from './erasure.ts'
import type { OrderTotals } from './order-total.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Size } from '#domain/catalogue/product.ts'

/**
 * Where an order stands. `pending`: stock is held, money is awaited. `paid`: money arrived, to be sent. `fulfilled`: on
 * its way to the shopper. `expired`: the hold ran out or the payment failed for good, stock is back. `cancelled`: staff
 * called it off; what was paid goes back. `refunded-in-part` and `refunded`: some or all of the money went back,
 * whether or not it was sent. `needs-attention`: a person must look: gateway and order disagree, a refund failed or was
 * never confirmed, the payment is disputed, or more went back than came.
 */
export const ORDER_STATES = [
  'pending',
  'paid',
  'fulfilled',
  'cancelled',
  'refunded-in-part',
  'refunded',
  'expired',
  'needs-attention',
] as const

/** One of them. */
export type OrderState = (typeof ORDER_STATES)[number]

/** What may follow what. Anything else is refused. */
export const ORDER_TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'expired', 'cancelled', 'refunded', 'needs-attention'],
  expired: ['pending', 'paid', 'refunded', 'needs-attention'],
  paid: ['fulfilled', 'cancelled', 'refunded-in-part', 'refunded', 'needs-attention'],
  fulfilled: ['refunded-in-part', 'refunded', 'needs-attention'],
  'refunded-in-part': ['cancelled', 'refunded', 'needs-attention'],
  cancelled: ['refunded', 'needs-attention'],
  refunded: ['needs-attention'],
  'needs-attention': ['paid', 'fulfilled', 'cancelled', 'refunded-in-part', 'refunded'],
}

/** The states in words, for people. */
export const ORDER_STATE_WORDS: Record<OrderState, string> = {
  pending: 'Pending payment',
  paid: 'Paid',
  fulfilled: 'Fulfilled',
  cancelled: 'Cancelled',
  'refunded-in-part': 'Refunded in part',
  refunded: 'Refunded',
  expired: 'Expired',
  'needs-attention': 'Needs attention',
}

/** The states of what is to be sent, unless it was: its `fulfilment` tells. */
export const SENDABLE_STATES = ['paid', 'refunded-in-part'] as const satisfies readonly OrderState[]

/** Whether an order is to be sent, going by its state and its parcel. */
export function isToBeSent(state: OrderState, isFulfilled: boolean): boolean {
  return !isFulfilled && (SENDABLE_STATES as readonly OrderState[]).includes(state)
}

/** The state in words, with the parcel where the state does not tell of it: `Refunded in part, fulfilled`. */
export function orderStateWords(state: OrderState, isFulfilled: boolean): string {
  const isTold = state === 'fulfilled' || !isFulfilled
  return isTold ? ORDER_STATE_WORDS[state] : `${ORDER_STATE_WORDS[state]}, fulfilled`
}

/** Whether an order in state `from` may become `to`. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return ORDER_TRANSITIONS[from].includes(to)
}

/** Who ordered and where it goes: the checkout form, parsed (spec 3). `country` is a two-letter code. */
export interface Customer {
  name: string
  email: string
  phone: string
  address: string
  city: string
  country: string
  /** Empty when the country has no regions and none was typed. */
  region: string
  postal: string
}

/** What was bought, as it was on the day: later catalogue changes do not touch it. */
export interface OrderLine {
  productId: string
  name: string
  size: Size
  unitPrice: Cents
  quantity: number
  pictureKey: string | null
  /** How many of them went back on the shelf after the order was paid. */
  restocked: number
}

/** How an order was sent. Texts are empty where nothing was entered. */
export interface Fulfilment {
  at: number
  carrier: string
  trackingNumber: string
  /** An http or https address, or empty. */
  trackingLink: string
}

/** An order with its lines. Times are epoch milliseconds; money is CAD cents. */
export interface Order extends OrderTotals {
  id: string
  /** What people read to each other: `R-7K3M-9QX2`. */
  number: string
  state: OrderState
  /** Counts the changes: who changes an order says which version they saw. */
  version: number
  customer: Customer
  note: string
  lines: OrderLine[]
  createdAt: number
  paidAt: number | null
  fulfilment: Fulfilment | null
  /** When and why the customer was taken out of it: their texts are empty since. Country and region stay for tax. */
  erasure: { at: number; why: ErasureReason } | null
}

/** What an order number looks like, whoever typed it. */
export const ORDER_NUMBER = /^R-[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** What a line comes to, without any adjustment. */
export function orderLinePrice({ unitPrice, quantity }: Pick<OrderLine, 'unitPrice' | 'quantity'>): Cents {
  return cents(unitPrice * quantity)
}

/** The name of a line in the order payload and in mails: `Street Tee (Size: M)` (spec 3). */
export function orderLineName(line: Pick<OrderLine, 'name' | 'size'>): string {
  return `${line.name} (Size: ${line.size})`
}
