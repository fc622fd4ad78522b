import type { ErasureReason } from './erasure.ts'
import { isOpen, isShipped, type FulfilmentStatus, type Shipment } from './fulfilment.ts'
import type { SaleTexts } from './sale-texts.ts'
import type { OrderShipping } from './order-shipping.ts'
import type { OrderTotals } from './order-total.ts'
import type { Pickup, ReadyRefund } from './pickup.ts'
import type { UnitShare } from './unit-shares.ts'
import type { GiftCardId, OrderId, ProductId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { Size } from '#domain/catalog/size.ts'

/**
 * The state of an order. `pending`: stock is held and payment is awaited. `paid`: payment received, and something is
 * still to be sent. `fulfilled`: all of it was sent to the shopper. `expired`: the hold ran out or the payment failed
 * for good, and the stock is released. `cancelled`: staff cancelled the order; its payment is refunded.
 * `refunded-in-part` and `refunded`: some or all of the money was returned, whether or not the order was sent.
 * `needs-attention`: waits for staff, because gateway and order disagree, a refund failed, came back, or has no result,
 * the payment is or was disputed, more was returned than received, or all of it before the order was sent.
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

/** One of the states above; ORDER_TRANSITIONS lists the changes. */
export type OrderState = (typeof ORDER_STATES)[number]

/** The allowed state changes. Any other is refused. */
export const ORDER_TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'expired', 'cancelled', 'refunded', 'needs-attention'],
  expired: ['pending', 'paid', 'refunded', 'needs-attention'],
  paid: ['fulfilled', 'cancelled', 'refunded-in-part', 'refunded', 'needs-attention'],
  fulfilled: ['paid', 'refunded-in-part', 'refunded', 'needs-attention'],
  'refunded-in-part': ['cancelled', 'refunded', 'needs-attention'],
  cancelled: ['refunded', 'needs-attention'],
  refunded: ['needs-attention'],
  'needs-attention': ['paid', 'fulfilled', 'cancelled', 'refunded-in-part', 'refunded'],
}

/** The display labels of the states. */
export const ORDER_STATE_WORDS: Record<OrderState, string> = {
  pending: 'Pending payment',
  paid: 'Paid',
  fulfilled: 'Fulfilled',
  cancelled: 'Cancelled',
  'refunded-in-part': 'Partially refunded',
  refunded: 'Refunded',
  expired: 'Expired',
  'needs-attention': 'Needs attention',
}

const NOT_FULLY_PAID = 'Not fully paid'

/** States in which an order may still have to be sent; `fulfilment` says whether anything is open. */
export const SENDABLE_STATES = ['paid', 'refunded-in-part'] as const satisfies readonly OrderState[]

/** Whether an order still has to be sent, in whole or in part. */
export function isToBeSent(state: OrderState, fulfilment: FulfilmentStatus): boolean {
  return isOpen(fulfilment) && (SENDABLE_STATES as readonly OrderState[]).includes(state)
}

/**
 * The state as display text, with what was sent where the state lacks it: `Partially refunded, fulfilled`. A pickup
 * that is fulfilled is ready, until the customer has it; one that the customer has a part of is partly picked up.
 * `isBalanceDue`: a change of the order is not paid, so `Paid` would be wrong.
 */
export function orderStateWords(
  state: OrderState,
  fulfilment: FulfilmentStatus,
  {
    delivery = 'ship',
    pickup = 'not-picked-up',
    isBalanceDue = false,
  }: { delivery?: Delivery; pickup?: PickupStatus; isBalanceDue?: boolean } = {},
): string {
  if (isBalanceDue && state === 'paid' && !isShipped(fulfilment)) return NOT_FULLY_PAID
  const words = ORDER_STATE_WORDS[state]
  const isPickup = delivery === 'pickup'
  const [all, part] = isPickup
    ? [PICKUP_WORDS[pickup], pickup === 'not-picked-up' ? 'partly ready' : PICKUP_WORDS['partly-picked-up']]
    : ['fulfilled', 'partially fulfilled']
  if (fulfilment === 'fulfilled') {
    if (state !== 'fulfilled') return `${words}, ${all}`
    return isPickup ? capitalized(all) : words
  }
  if (fulfilment !== 'partially-fulfilled') return words
  if (state === 'paid' && isPickup) {
    return pickup === 'not-picked-up' ? 'Partly ready for pickup' : capitalized(part)
  }
  if (state === 'paid') return 'Partially fulfilled'
  return `${words}, ${part}`
}

/** A pickup whose items are all ready, by what the customer took of it. */
const PICKUP_WORDS: Readonly<Record<PickupStatus, string>> = {
  'not-picked-up': 'ready for pickup',
  'partly-picked-up': 'partly picked up',
  'picked-up': 'picked up',
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether an order in state `from` may change to `to`. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return ORDER_TRANSITIONS[from].includes(to)
}

/**
 * How the customer gets the items. `pickup`: the customer collects them when they are ready. `in-person`: handed over
 * when the order was made. `none`: it has only gift cards, which are sent by mail.
 */
export const DELIVERIES = ['ship', 'pickup', 'in-person', 'none'] as const

/** How the customer gets the items. */
export type Delivery = (typeof DELIVERIES)[number]

/** Whether the order was to get to the customer as a parcel, or by a pickup. */
export function isDelivered(delivery: Delivery): boolean {
  return delivery === 'ship' || delivery === 'pickup'
}

/** States of an order that a customer can pick up, as far as it is ready. */
export const READY_STATES = ['paid', 'fulfilled', 'refunded-in-part'] as const satisfies readonly OrderState[]

/** Whether the customer has an order that was to be picked up. One that has open items again is not picked up. */
export function isPickedUp({ fulfilment, pickedUpAt }: Pick<Order, 'fulfilment' | 'pickedUpAt'>): boolean {
  return fulfilment === 'fulfilled' && pickedUpAt !== null
}

/** How much of an order for pickup the customer has: nothing, some of it, or all. */
export const PICKUP_STATUSES = ['not-picked-up', 'partly-picked-up', 'picked-up'] as const

/** How much of an order for pickup the customer has. */
export type PickupStatus = (typeof PICKUP_STATUSES)[number]

/** How much of an order the customer has. `hasPickups`: they took something, and it was not undone. */
export function pickupStatus({
  hasPickups,
  ...order
}: Pick<Order, 'fulfilment' | 'pickedUpAt'> & { hasPickups: boolean }): PickupStatus {
  if (isPickedUp(order)) return 'picked-up'
  return hasPickups ? 'partly-picked-up' : 'not-picked-up'
}

/** Customer and shipping address: the parsed checkout form (spec 3). `country` is a two-letter code. */
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

/**
 * For whom a gift card of the line at `position` is. `cardId`: null until it is paid. `sendOn`: null: once it is paid.
 * `sentAt`: epoch milliseconds. Name and address are empty once they were deleted.
 */
export interface OrderGift {
  position: number
  cardId: GiftCardId | null
  name: string
  email: string
  sendOn: ShopDay | null
  sentAt: number | null
}

/** A line as it was at purchase: later catalogue changes do not affect it. */
export interface OrderLine {
  productId: ProductId
  name: string
  size: Size
  unitPrice: Cents
  quantity: number
  pictureKey: string | null
  /** Of one unit in grams, as ordered. Null or absent: unknown. */
  weight?: number | null
  /** For customs, as ordered. Empty or absent: unknown. */
  hsCode?: string
  origin?: string
  /** No tax is due on it. */
  taxFree?: boolean | undefined
  /** As ordered, for promotions. Empty or absent: unknown. */
  category?: string | undefined
  isReduced?: boolean | undefined
  /** Each unit is a gift card over its price. */
  giftCard?: boolean | undefined
  /** It was sold before it was made: from when it is sent, as the customer agreed to. */
  shipsOn?: ShopDay | undefined
  /** Its units have not come in. */
  isAwaited?: boolean | undefined
  /** How many units were returned to stock after the payment. */
  restocked: number
  /** How many of those had been sent, and were sent back. */
  restockedSent: number
}

/** An order with its lines. Times are epoch milliseconds; money is cents. */
export interface Order extends OrderTotals {
  id: OrderId
  /** The order number that shoppers and staff use: `R-7K3M-9QX2`, with the prefix that the shop had then. */
  number: string
  state: OrderState
  /** Rises with each change. An update names the version it is based on. */
  version: number
  customer: Customer
  /** Part of the keys of its links: it rises when the email address is corrected, and earlier links end. */
  linkVersion: number
  note: string
  lines: OrderLine[]
  /** How much its units have of each amount. */
  shares: readonly UnitShare[]
  createdAt: number
  paidAt: number | null
  fulfilment: FulfilmentStatus
  /** Without those that were undone, oldest first. */
  shipments: Shipment[]
  /** The email address of the staff member who made it; null: the shopper placed it. */
  madeBy: string | null
  /** The version of the policies that the shopper agreed to; null: not known, or staff made it. */
  policiesVersion: number | null
  /** The language that it was made in, as in `words/languages.ts`: of its mails, documents and page. */
  language: string
  /** What its things are called in that language, where it is not the shop's own: see `orderAsSaid`. */
  said?: SaleTexts
  delivery: Delivery
  /** What the customer took of an order for pickup, oldest first, without pickups that were undone. */
  pickups: Pickup[]
  /** The refunds of an order for pickup that count, as far as they were of units that were ready, oldest first. */
  readyRefunds: ReadyRefund[]
  /** When the customer took the last of what is ready; null: not yet, or the order is not for pickup. */
  pickedUpAt: number | null
  shipping: OrderShipping
  /** For whom its gift cards are. Absent or empty: it has none, or they are for the customer and not issued yet. */
  gifts?: readonly OrderGift[]
  /** What gift cards pay of the total, and store credit, which has no last four. */
  giftCards?: readonly { lastFour: string; amount: Cents }[]
  /** When and why the customer data was deleted: those fields are empty. Country and region stay for tax. */
  erasure: { at: number; why: ErasureReason } | null
}

/**
 * The format of an order number, with any prefix: a shop keeps the numbers that it gave before it chose another. Parts
 * of a gift card's code are none, as they have four letters.
 */
export const ORDER_NUMBER = /^[A-Z]{1,3}-[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** Every order number in a text. */
export const ORDER_NUMBERS_IN_TEXT = /(?<![\w/-])[A-Z]{1,3}-[0-9A-Z]{4}-[0-9A-Z]{4}(?![\w-])/g

/** The order number at the end of a text, as when a slip was scanned into a field with text; null: there is none. */
export function orderNumberAtEnd(text: string): string | null {
  return /(?:R|(?<![A-Z])[A-Z]{1,3})-[0-9A-Z]{4}-[0-9A-Z]{4}$/i.exec(text.trim())?.[0].toUpperCase() ?? null
}

/** Whether a text is about an order of the shop, and so neither a carrier nor a tracking number. */
export function hasOrderNumber(text: string): boolean {
  return /(?<![A-Z])[A-Z]{1,3}-[0-9A-Z]{4}-[0-9A-Z]{4}(?![\w-])/i.test(text)
}

/** The price of a line, without any adjustment, in cents. */
export function orderLinePrice({ unitPrice, quantity }: Pick<OrderLine, 'unitPrice' | 'quantity'>): Cents {
  return cents(unitPrice * quantity)
}
