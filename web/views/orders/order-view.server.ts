import { isParcelMail, taskName } from '#domain/outbox/task-kinds.ts'
import {
  EXTERNAL_METHODS,
  isExternalMethod,
  receivedBy,
  type PaymentState,
} from '#domain/checkout/payment.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import { disputeMoney, disputeReason } from '#domain/refunds/dispute.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { cents, decimalDollars, formatCad } from '#domain/money.ts'
import { allowedActions, isOver } from '#domain/orders/allowed-actions.ts'
import {
  mayUndoShipment,
  returnableUnits,
  UNDO_FULFILMENT_MS,
  type LineUnits,
} from '#domain/orders/fulfilment.ts'
import { isTakenFrom, mayUndoPickup, pickupStanding, waitingUnits } from '#domain/orders/pickup.ts'
import type { DutyTerms } from '#domain/orders/order-shipping.ts'
import { isPickedUp, orderLinePrice, type Customer } from '#domain/orders/order.ts'
import { offerRefund } from '#domain/refunds/refund-price.ts'
import { splitRows } from '#domain/refunds/refund-split.ts'
import {
  isRefundOverdue,
  isRefundWaiting,
  leftToRefund,
  moneyStanding,
  overRefund,
  returnedSoFar,
} from '#domain/refunds/refund.ts'
import { addressLines, totalFacts } from '#operations/order-facts.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { orderPath } from '#operations/order-link.ts'
import { readOrder, type OrderMailState, type OrderRecord } from '#operations/orders/read-order.ts'
import type { Shop } from '#operations/shop.ts'
import * as totalWords from '#words/totals.ts'
import { actorName, historyWords } from './history-words.ts'
import type { OrderLineView, OrderMailView, OrderView, ShipmentView } from './order-view.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { pictureView } from '#web/views/catalogue/picture-view.server.ts'

const PAYMENT_WORDS: Record<PaymentState, string> = {
  open: 'Not paid',
  canceled: 'Stopped',
  succeeded: 'Paid',
  refunding: 'Being returned',
  refunded: 'Returned',
  'set-aside': 'Doesn’t match the order',
}

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
  const { order, payments, refunds, disputes } = record
  const received = receivedBy(payments)
  const time = staffTime(shop)
  const { name, email, phone } = order.customer
  const wasCancelled = record.events.some(({ kind }) => kind === 'cancelled')
  const left = leftToRefund(received, refunds)
  const excess = overRefund(received, refunds)
  const { books, splits } = record.books
  const isStale = ({ shipment }: OrderMailState) =>
    shipment !== null && !order.shipments.some(({ number }) => number === shipment)
  const standing = {
    state: order.state,
    isPaid: order.paidAt !== null,
    fulfilment: order.fulfilment,
    isRecentlyFulfilled: order.shipments.some((shipment) => mayUndoShipment(shipment, shop.now())),
    delivery: order.delivery,
    pickups: pickupStanding(order, shop.now()),
    wasCancelled,
    isErased: order.erasure !== null,
    balanceDue: record.link?.amount ?? cents(0),
    money: moneyStanding(received, refunds),
  }
  const { 'resend-mail': mayResend, ...may } = allowedActions(standing, permissions)
  const lines = order.lines.map((_line, position) => lineView(shop, record, position, isOver(standing)))
  return {
    number: order.number,
    version: order.version,
    state: order.state,
    fulfilment: order.fulfilment,
    placedAt: time(order.createdAt),
    madeBy: order.madeBy,
    policiesVersion: order.policiesVersion,
    delivery: order.delivery,
    isPickedUp: isPickedUp(order),
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
    lines,
    totals: totalFacts(order),
    payment: {
      state: paymentWords(record),
      received: received > 0 ? formatCad(received) : null,
      left: may.refund ? { words: formatCad(left), typed: decimalDollars(left) } : null,
      overRefund:
        excess > 0
          ? {
              received: formatCad(received),
              returned: formatCad(returnedSoFar(refunds)),
              excess: formatCad(excess),
            }
          : null,
      isReturned: received > 0 && returnedSoFar(refunds) >= received,
    },
    refundable: may.refund ? offerRefund(order, record.refunded, left) : null,
    refundBooks: may.refund ? books : null,
    balance: record.link && balanceView(record.link, order, time),
    payments: payments.map(({ id, gateway, intentId, received: amount, reference }) => ({
      id,
      gateway: isExternalMethod(gateway)
        ? EXTERNAL_METHODS[gateway]
        : (shop.gatewayLabels[gateway] ?? gateway),
      intentId,
      external: isExternalMethod(gateway) ? { amount: formatCad(amount), reference } : null,
    })),
    refunds: refunds.map(({ id, amount, state, isTaken, reason, by, failure, createdAt }) => ({
      id,
      isOverdue: isRefundOverdue({ state, createdAt }, shop.now()),
      amount: formatCad(amount),
      state,
      isTaken,
      reason,
      by: actorName(by),
      failure,
      at: time(createdAt),
      split: splitRows(splits.get(id) ?? [], formatCad),
    })),
    disputes: disputes.map(({ id, reason, state, ...money }) => ({
      id,
      amount: disputeMoney(money),
      reason: disputeReason(reason),
      state,
    })),
    shipments: order.shipments.map(({ units, at, ...shipment }) => ({
      ...shipment,
      at: time(at),
      undoUntil:
        mayUndoShipment({ at }, shop.now()) && !isTakenFrom({ units }, order)
          ? time(at + UNDO_FULFILMENT_MS)
          : null,
      items: itemsOf(order, units),
    })),
    duplicates: record.duplicates.map(({ number, createdAt, isSameEmail, isSameAddress }) => ({
      number,
      placedAt: time(createdAt),
      why:
        isSameEmail && isSameAddress ? 'same email and address' : isSameEmail ? 'same email' : 'same address',
    })),
    history: record.events
      .map(({ id, at, kind, actor, detail }) => ({
        id,
        at: time(at),
        words: historyWords(kind, withoutWordsOf(record.bounce, detail), order.delivery),
        by: actorName(actor),
      }))
      .toReversed(),
    mails: record.mails
      .filter(({ kind, forShopper }) => !forShopper || isMailed(order, kind))
      .map((mail) => ({
        ...mailView(mail, email, time),
        name: mailName(mail, order),
        ...((!mayResend || isStale(mail)) && { mayResend: false }),
      }))
      .toReversed(),
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
  if (delivery === 'in-person') return []
  const method = delivery === 'pickup' ? name : name === totalWords.shipping ? '' : `Ship with ${name}`
  return [method, duty === null ? '' : DUTY_WORDS[duty]].filter(Boolean)
}

const DUTY_WORDS: Record<DutyTerms, string> = {
  ddp: 'DDP: duty paid at checkout',
  dap: 'DAP: the receiver pays the duty',
}

function balanceView(
  { amount, change, undo, state, expiresAt }: PaymentLink,
  { fulfilment }: OrderRecord['order'],
  time: (at: number) => string,
): NonNullable<OrderView['balance']> {
  return {
    amount: formatCad(amount),
    change: change.kind === 'items' ? `${change.after}, instead of ${change.before}` : change.after,
    isOpen: state === 'open',
    until: time(expiresAt),
    mayUndo: undo !== null && fulfilment === 'unfulfilled',
  }
}

function recipientOf({ email: _email, ...recipient }: Customer): Omit<Customer, 'email'> {
  return recipient
}

function paymentWords({ payments, refunds }: OrderRecord): string {
  const received = receivedBy(payments)
  const returned = returnedSoFar(refunds)
  if (returned > received)
    return `More returned than received: ${formatCad(returned)} of ${formatCad(received)}`
  const states = [...new Set(payments.map(({ state }) => state))]
  if (states.length === 0) return 'Nothing to pay'
  if (states.includes('succeeded') && returned > 0) {
    return `Partially refunded: ${formatCad(returned)} of ${formatCad(received)}`
  }
  return states.map((state) => PAYMENT_WORDS[state]).join(', ')
}

/** Whether the customer gets such a mail. Staff may make an order without an address for mails, or without a parcel. */
function isMailed(
  { customer, erasure, delivery }: OrderRecord['order'],
  kind: OrderMailState['kind'],
): boolean {
  if (customer.email === '' && erasure === null) return false
  return delivery !== 'in-person' || !isParcelMail(kind)
}

/** The server's response stands beside the address already. */
function withoutWordsOf(bounce: OrderRecord['bounce'], detail: unknown): unknown {
  const isOfBounce = (said: object) => bounce !== null && 'failure' in said && said.failure === bounce.words
  if (typeof detail !== 'object' || detail === null || !isOfBounce(detail)) return detail
  return { ...detail, failure: 'the address bounced' }
}

function lineView(
  { images }: Shop,
  { order, pictures, standings, facts }: OrderRecord,
  position: number,
  isOrderOver: boolean,
): OrderLineView {
  const line = order.lines[position]
  if (!line) throw new Error(`Order ${order.number} has no line ${position}`)
  const { shipped = 0, open = 0 } = standings.find((standing) => standing.position === position) ?? {}
  const picture = line.pictureKey === null ? undefined : pictures.get(line.pictureKey)
  const left = line.quantity - line.restocked
  const isPickup = order.delivery === 'pickup'
  const own = facts.find((one) => one.position === position)
  return {
    position,
    name: line.name,
    size: line.size,
    quantity: line.quantity,
    unitPrice: formatCad(line.unitPrice),
    lineTotal: formatCad(orderLinePrice(line)),
    left,
    leftSent: Math.min(Math.max(0, shipped - line.restockedSent), left),
    returnable: own ? returnableUnits(own, isOrderOver) : { left: 0, leftSent: 0 },
    shipped,
    waiting: isPickup ? (waitingUnits(order).find((one) => one.position === position)?.quantity ?? 0) : 0,
    open,
    picture: picture ? pictureView(images, picture) : null,
  }
}

/** `Order on its way, parcel 2`. */
function mailName({ kind, shipment }: OrderMailState, { delivery, shipments }: OrderRecord['order']): string {
  const name = taskName(kind, delivery)
  if (shipment === null || shipments.length < 2) return name
  return `${name}, ${delivery === 'pickup' ? 'pickup' : 'parcel'} ${shipment}`
}

/** Units of an order's lines by name. */
function itemsOf({ lines }: OrderRecord['order'], units: readonly LineUnits[]): ShipmentView['items'] {
  return units.flatMap(({ position, quantity }) => {
    const line = lines[position]
    return line ? { position, name: line.name, size: line.size, quantity } : []
  })
}

function mailView(
  mail: OrderMailState,
  shopper: string,
  time: (at: number) => string,
): Omit<OrderMailView, 'name'> {
  const { id, state, at, nextTry, error, hasBounced, forShopper } = mail
  return {
    id,
    to: forShopper ? shopper || 'The customer' : 'The owner',
    state,
    at: time(at),
    nextTry: nextTry === null ? null : time(nextTry),
    error,
    hasBounced,
    mayResend: state !== 'waiting' && !mail.isResent,
  }
}
