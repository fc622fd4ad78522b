import { isParcelMail, taskName } from '#domain/outbox/task-kinds.ts'
import { receivedBy, type PaymentState } from '#domain/checkout/payment.ts'
import { disputeMoney, disputeReason } from '#domain/refunds/dispute.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { decimalDollars, formatCad } from '#domain/money.ts'
import { allowedActions } from '#domain/orders/allowed-actions.ts'
import {
  isFulfilmentRecent,
  orderLinePrice,
  UNDO_FULFILMENT_MS,
  type Customer,
  type OrderLine,
} from '#domain/orders/order.ts'
import { offerRefund } from '#domain/refunds/refund-price.ts'
import type { Picture } from '#domain/catalogue/product.ts'
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
import { actorName, historyWords } from './history-words.ts'
import type { OrderLineView, OrderMailView, OrderView } from './order-view.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { pictureView } from '#web/views/catalogue/picture-view.server.ts'

const PAYMENT_WORDS: Record<PaymentState, string> = {
  open: 'Not paid',
  canceled: 'Stopped',
  succeeded: 'Paid',
  refunding: 'Being returned',
  refunded: 'Returned',
  'set-aside': 'Does not agree with the order',
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
  const { order, payments, refunds, disputes, pictures } = record
  const received = receivedBy(payments)
  const time = staffTime(shop)
  const { name, email, phone } = order.customer
  const isCalledOff = record.events.some(({ kind }) => kind === 'cancelled')
  const left = leftToRefund(received, refunds)
  const excess = overRefund(received, refunds)
  const isStale = ({ kind }: OrderMailState) => order.fulfilment === null && isParcelMail(kind)
  const { 'resend-mail': mayResend, ...may } = allowedActions(
    {
      state: order.state,
      isFulfilled: order.fulfilment !== null,
      isRecentlyFulfilled: isFulfilmentRecent(order.fulfilment?.at ?? null, shop.now()),
      isCalledOff,
      isErased: order.erasure !== null,
      money: moneyStanding(received, refunds),
    },
    permissions,
  )
  return {
    number: order.number,
    version: order.version,
    state: order.state,
    placedAt: time(order.createdAt),
    customer: { name: name || 'The customer', email, phone, address: addressLines(order.customer) },
    recipient: may.address ? recipientOf(order.customer) : null,
    note: order.note,
    lines: order.lines.map((line, position) => lineView(shop, line, position, pictures)),
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
    },
    refundable: may.refund ? offerRefund(order, record.refunded, left) : null,
    payments: payments.map(({ id, gateway, intentId }) => ({
      id,
      gateway: shop.gatewayLabels[gateway] ?? gateway,
      intentId,
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
    })),
    disputes: disputes.map(({ id, reason, state, ...money }) => ({
      id,
      amount: disputeMoney(money),
      reason: disputeReason(reason),
      state,
    })),
    fulfilment: order.fulfilment && {
      ...order.fulfilment,
      at: time(order.fulfilment.at),
      undoUntil: time(order.fulfilment.at + UNDO_FULFILMENT_MS),
    },
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
        words: historyWords(kind, withoutWordsOf(record.bounce, detail)),
        by: actorName(actor),
      }))
      .toReversed(),
    mails: record.mails
      .map((mail) => ({
        ...mailView(mail, email, time),
        ...((!mayResend || isStale(mail)) && { mayResend: false }),
      }))
      .toReversed(),
    bounce: record.bounce && { at: time(record.bounce.at), words: record.bounce.words },
    erased: order.erasure && { words: ERASURE_WORDS[order.erasure.why], at: time(order.erasure.at) },
    isPaid: order.paidAt !== null,
    isCalledOff,
    may: { ...may, restock: order.paidAt !== null },
    isMoving: isRefundWaiting(refunds) || record.mails.some(({ state }) => state === 'waiting'),
    shopperPath: orderPath(shop, order),
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
  if (states.includes('succeeded') && returned > 0) {
    return `Partially refunded: ${formatCad(returned)} of ${formatCad(received)}`
  }
  return states.map((state) => PAYMENT_WORDS[state]).join(', ')
}

/** The server's response stands beside the address already. */
function withoutWordsOf(bounce: OrderRecord['bounce'], detail: unknown): unknown {
  const isOfBounce = (said: object) => bounce !== null && 'failure' in said && said.failure === bounce.words
  if (typeof detail !== 'object' || detail === null || !isOfBounce(detail)) return detail
  return { ...detail, failure: 'the address bounced' }
}

function lineView(
  { images }: Shop,
  line: OrderLine,
  position: number,
  pictures: ReadonlyMap<string, Picture>,
): OrderLineView {
  const picture = line.pictureKey === null ? undefined : pictures.get(line.pictureKey)
  return {
    position,
    name: line.name,
    size: line.size,
    quantity: line.quantity,
    unitPrice: formatCad(line.unitPrice),
    lineTotal: formatCad(orderLinePrice(line)),
    left: line.quantity - line.restocked,
    picture: picture ? pictureView(images, picture) : null,
  }
}

function mailView(mail: OrderMailState, shopper: string, time: (at: number) => string): OrderMailView {
  const { id, kind, state, at, nextTry, error, hasBounced, forShopper } = mail
  return {
    id,
    name: taskName(kind),
    to: forShopper ? shopper || 'The customer' : 'The owner',
    state,
    at: time(at),
    nextTry: nextTry === null ? null : time(nextTry),
    error,
    hasBounced,
    mayResend: state !== 'waiting' && !mail.isResent,
  }
}
