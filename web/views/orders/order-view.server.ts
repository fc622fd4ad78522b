import { sumReceived } from '#domain/checkout/payment.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { cents, formatCents } from '#domain/money.ts'
import { allowedActions, isOver } from '#domain/orders/allowed-actions.ts'
import {
  mayUndoShipment,
  returnableUnits,
  unitsToRestock,
  UNDO_FULFILMENT_MS,
  type LineUnits,
} from '#domain/orders/fulfilment.ts'
import { isTakenFrom, mayUndoPickup, pickupProgress, waitingUnits } from '#domain/orders/pickup.ts'
import { HOLD_REASONS } from '#domain/orders/hold.ts'
import type { DutyTerms } from '#domain/orders/order-shipping.ts'
import {
  isDelivered,
  orderLinePrice,
  pickupStatus,
  type Customer,
  type OrderGift,
} from '#domain/orders/order.ts'
import { isRefundWaiting, moneyStatus } from '#domain/refunds/refund.ts'
import { addressLines, totalFacts } from '#operations/order-facts.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { orderPath } from '#operations/order-link.ts'
import { readOrder, type OrderRecord } from '#operations/orders/read-order.ts'
import type { Shop } from '#operations/shop.ts'
import { isNamed } from '#domain/orders/order-shipping.ts'
import { actorName, historyWords } from './history-words.ts'
import { mailViews } from './order-mails.server.ts'
import { moneyView } from './order-money.server.ts'
import type { OrderLineView, OrderView, ShipmentView } from './order-view.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import { english } from '#words/en/english.ts'

/** The order as staff with these permissions see it; null when there is no such number. */
export async function findOrderView(
  shop: Shop,
  number: string,
  permissions: readonly Permission[],
): Promise<OrderView | null> {
  const record = await readOrder(shop, number)
  return record && orderView(shop, record, permissions)
}

function orderView(shop: Shop, record: OrderRecord, permissions: readonly Permission[]): OrderView {
  const { order, payments, refunds } = record
  const time = staffTime(shop)
  const { name, email, phone } = order.customer
  const wasCancelled = record.events.some(({ kind }) => kind === 'cancelled')
  const status = {
    state: order.state,
    isPaid: order.paidAt !== null,
    fulfilment: order.fulfilment,
    isRecentlyFulfilled: order.shipments.some((shipment) => mayUndoShipment(shipment, shop.now())),
    delivery: order.delivery,
    pickups: pickupProgress(order, shop.now()),
    wasCancelled,
    isErased: order.erasure !== null,
    isOnHold: record.hold !== null,
    isToReview: record.hold?.reason === 'review',
    balanceDue: record.link?.amount ?? cents(0),
    money: moneyStatus(sumReceived(payments), refunds),
  }
  const { 'resend-mail': mayResend, exchange: _ofReturns, ...may } = allowedActions(status, permissions)
  const isFor = { isOrderOver: isOver(status), seesGiftCards: permissions.includes('gift-cards.write') }
  const lines = order.lines.map((_line, position) => lineView(shop, record, position, isFor))
  return {
    number: order.number,
    version: order.version,
    state: order.state,
    fulfilment: order.fulfilment,
    placedAt: time(order.createdAt),
    madeBy: order.madeBy,
    isTest: payments.some(({ gateway }) => gateway === 'test'),
    policiesVersion: order.policiesVersion,
    delivery: order.delivery,
    pickup: pickupStatus({ ...order, hasPickups: order.pickups.length > 0 }),
    pickups: order.pickups.map((pickup) => ({
      number: pickup.number,
      by: pickup.by,
      at: time(pickup.at),
      undoUntil: mayUndoPickup(pickup, shop.now()) ? time(pickup.at + UNDO_FULFILMENT_MS) : null,
      items: itemsOf(order, pickup.units),
    })),
    customer: {
      name: name || 'The customer',
      email,
      phone,
      address: order.delivery === 'ship' ? addressLines(order.customer) : [],
    },
    shipping: shippingLines(order),
    recipient: may.address ? recipientOf(order.customer) : null,
    note: order.note,
    hold: record.hold && {
      ...record.hold,
      reason: HOLD_REASONS[record.hold.reason],
      at: time(record.hold.at),
    },
    tags: record.marks.tags,
    printed: record.marks.printed && { by: record.marks.printed.by, at: time(record.marks.printed.at) },
    lines,
    totals: totalFacts(order),
    ...moneyView(shop, record, may),
    shipments: order.shipments.map((shipment) => shipmentView(shop, order, shipment)),
    duplicates: record.duplicates.map((duplicate) => duplicateView(duplicate, time)),
    history: historyView(record, time),
    mails: mailViews(record, mayResend, time),
    bounce: record.bounce && { at: time(record.bounce.at), words: record.bounce.words },
    erased: order.erasure && { words: ERASURE_WORDS[order.erasure.why], at: time(order.erasure.at) },
    isPaid: order.paidAt !== null,
    wasCancelled,
    may: { ...may, restock: may.restock && lines.some(({ returnable }) => returnable.left > 0) },
    isMoving: isRefundWaiting(refunds) || record.mails.some(({ state }) => state === 'waiting'),
    shopperPath: orderPath(shop, order),
  }
}

/** How the order is sent, where there was a choice, and who pays the duty. */
function shippingLines({ delivery, shipping: { name, duty } }: OrderRecord['order']): string[] {
  if (!isDelivered(delivery)) return []
  const method = delivery === 'pickup' ? name : !isNamed({ name }) ? '' : `Ship with ${name}`
  return [method, duty === null ? '' : DUTY_WORDS[duty]].filter(Boolean)
}

const DUTY_WORDS: Record<DutyTerms, string> = {
  ddp: 'DDP: duty paid at checkout',
  dap: 'DAP: the receiver pays the duty',
}

function recipientOf({ email: _email, ...recipient }: Customer): Omit<Customer, 'email'> {
  return recipient
}

function lineView(
  shop: Shop,
  { order, pictures, progress, facts }: OrderRecord,
  position: number,
  { isOrderOver, seesGiftCards }: { isOrderOver: boolean; seesGiftCards: boolean },
): OrderLineView {
  const line = order.lines[position]
  if (!line) throw new Error(`Order ${order.number} has no line ${position}`)
  const { shipped = 0, open = 0 } = progress.find((one) => one.position === position) ?? {}
  const picture = line.pictureKey === null ? undefined : pictures.get(line.pictureKey)
  const left = line.quantity - line.restocked
  const isPickup = order.delivery === 'pickup'
  const own = facts.find((one) => one.position === position)
  return {
    position,
    name: line.name,
    size: line.size,
    quantity: line.quantity,
    unitPrice: formatCents(line.unitPrice),
    lineTotal: formatCents(orderLinePrice(line)),
    isGiftCard: line.giftCard === true,
    preorder:
      line.shipsOn === undefined
        ? null
        : `${english.preorder.ships(line.shipsOn)}${line.isAwaited ? ', not in yet' : ''}`,
    gifts: (order.gifts ?? [])
      .filter((gift) => gift.position === position)
      .map((gift) => ({
        words: giftWords(gift, staffTime(shop)),
        path: gift.cardId !== null && seesGiftCards ? `/admin/gift-cards/${gift.cardId}` : null,
      })),
    left,
    leftSent: Math.min(Math.max(0, shipped - line.restockedSent), left),
    refunded: own?.refunded.all ?? 0,
    returnable: own ? returnableUnits(own, isOrderOver) : { left: 0, leftSent: 0 },
    toRestock: own ? unitsToRestock(own) : 0,
    shipped,
    waiting: isPickup ? (waitingUnits(order).find((one) => one.position === position)?.quantity ?? 0) : 0,
    open,
    picture: picture ? pictureView(shop.images, picture) : null,
  }
}

function giftWords({ name, sendOn, sentAt }: OrderGift, time: (at: number) => string): string {
  const to = name || 'the recipient'
  if (sentAt !== null) return `Sent to ${to} on ${time(sentAt)}`
  return sendOn === null ? `For ${to}, once it is paid` : `For ${to}, to be sent on ${sendOn}`
}

/** Units of an order's lines by name. */
function itemsOf({ lines }: OrderRecord['order'], units: readonly LineUnits[]): ShipmentView['items'] {
  return units.flatMap(({ position, quantity }) => {
    const line = lines[position]
    return line ? { position, name: line.name, size: line.size, quantity } : []
  })
}

function shipmentView(
  shop: Shop,
  order: OrderRecord['order'],
  { units, at, ...shipment }: OrderRecord['order']['shipments'][number],
): ShipmentView {
  const time = staffTime(shop)
  const mayUndo = mayUndoShipment({ at }, shop.now()) && !isTakenFrom({ units }, order)
  return {
    ...shipment,
    at: time(at),
    undoUntil: mayUndo ? time(at + UNDO_FULFILMENT_MS) : null,
    items: itemsOf(order, units),
  }
}

function duplicateView(
  { number, createdAt, isSameEmail, isSameAddress }: OrderRecord['duplicates'][number],
  time: (at: number) => string,
): OrderView['duplicates'][number] {
  const why =
    isSameEmail && isSameAddress ? 'same email and address' : isSameEmail ? 'same email' : 'same address'
  return { number, placedAt: time(createdAt), why }
}

/** The latest first. */
function historyView(
  { events, order, bounce }: OrderRecord,
  time: (at: number) => string,
): OrderView['history'] {
  return events
    .map(({ id, at, kind, actor, detail }) => ({
      id,
      at: time(at),
      words: historyWords(kind, withoutWordsOf(bounce, detail), order.delivery),
      by: actorName(actor),
    }))
    .toReversed()
}

/** The server's response is already shown beside the address. */
function withoutWordsOf(bounce: OrderRecord['bounce'], detail: unknown): unknown {
  const isOfBounce = (said: object) => bounce !== null && 'failure' in said && said.failure === bounce.words
  if (typeof detail !== 'object' || detail === null || !isOfBounce(detail)) return detail
  return { ...detail, failure: 'the address bounced' }
}
