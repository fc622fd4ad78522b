import { taskName } from '#domain/outbox/task-kinds.ts'
import { disputeMoney, disputeReason } from '#domain/refunds/dispute.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { decimalDollars, formatCad } from '#domain/money.ts'
import {
  isToBeSent,
  orderLinePrice,
  SENDABLE_STATES,
  type OrderLine,
  type OrderState,
} from '#domain/orders/order.ts'
import type { Picture } from '#domain/catalogue/product.ts'
import {
  isPaidBackSoon,
  isRefundWaiting,
  leftToRefund,
  overRefund,
  returnedSoFar,
} from '#domain/refunds/refund.ts'
import { addressLines, totalFacts } from '#operations/order-facts.ts'
import { orderPath } from '#operations/order-link.ts'
import { readOrder, type OrderMailState, type OrderRecord } from '#operations/orders/read-order.ts'
import type { Shop } from '#operations/shop.ts'
import { actorName, historyWords } from '#web/admin/order/history-words.ts'
import type { OrderLineView, OrderMailView, OrderView } from '#web/admin/order/order-view.ts'
import { staffTime } from '#web/admin/staff-time.server.ts'
import { pictureView } from '#web/storefront/picture-view.server.ts'

const PAYMENT_WORDS: Record<string, string> = {
  open: 'Not paid',
  canceled: 'Stopped',
  succeeded: 'Paid',
  refunding: 'Being returned',
  refunded: 'Returned',
  'set-aside': 'Does not agree with the order',
}

/** The order as the staff's page shows it; null when there is none of this number. */
export async function findOrderView(shop: Shop, number: string): Promise<OrderView | null> {
  const record = await readOrder(shop, number)
  return record && orderView(shop, record)
}

function orderView(shop: Shop, record: OrderRecord): OrderView {
  const { order, payment, refunds, disputes, pictures } = record
  const time = staffTime(shop)
  const { name, email, phone } = order.customer
  const isFulfilled = order.fulfilment !== null
  const isPaid = (SENDABLE_STATES as readonly OrderState[]).includes(order.state)
  const isAside = order.state === 'needs-attention'
  const isCalledOff = record.events.some(({ kind }) => kind === 'cancelled')
  const left = leftToRefund(payment.received, refunds)
  const excess = overRefund(payment.received, refunds)
  const mayRefund = (isPaid || isAside || order.state === 'fulfilled') && left > 0
  return {
    number: order.number,
    version: order.version,
    state: order.state,
    placedAt: time(order.createdAt),
    customer: { name: name || 'The customer', email, phone, address: addressLines(order.customer) },
    note: order.note,
    lines: order.lines.map((line, position) => lineView(shop, line, position, pictures)),
    totals: totalFacts(order),
    payment: {
      state: paymentWords(record),
      gateway: payment.gateway === 'test' ? 'Test gateway' : payment.gateway,
      intentId: payment.intentId,
      received: payment.received > 0 ? formatCad(payment.received) : null,
      left: mayRefund ? { words: formatCad(left), typed: decimalDollars(left) } : null,
      overRefund:
        excess > 0
          ? {
              received: formatCad(payment.received),
              returned: formatCad(returnedSoFar(refunds)),
              excess: formatCad(excess),
            }
          : null,
    },
    refunds: refunds.map(({ createdAt, amount, ...refund }) => ({
      ...refund,
      amount: formatCad(amount),
      by: actorName(refund.by),
      at: time(createdAt),
    })),
    disputes: disputes.map(({ id, reason, state, ...money }) => ({
      id,
      amount: disputeMoney(money),
      reason: disputeReason(reason),
      state,
    })),
    fulfilment: order.fulfilment && { ...order.fulfilment, at: time(order.fulfilment.at) },
    history: record.events
      .map(({ id, at, kind, actor, detail }) => ({
        id,
        at: time(at),
        words: historyWords(kind, detail),
        by: actorName(actor),
      }))
      .toReversed(),
    mails: record.mails
      .map((mail) => ({ ...mailView(mail, email, time), ...(order.erasure && { mayResend: false }) }))
      .toReversed(),
    erased: order.erasure && { words: ERASURE_WORDS[order.erasure.why], at: time(order.erasure.at) },
    isCalledOff,
    may: {
      fulfil: isToBeSent(order.state, isFulfilled) && !isPaidBackSoon(payment.received, refunds),
      cancel:
        (isPaid || isAside || order.state === 'pending') && !isFulfilled && !(isCalledOff && excess > 0),
      refund: mayRefund,
      restock: order.paidAt !== null,
      resolve: isAside,
    },
    isMoving: isRefundWaiting(refunds) || record.mails.some(({ state }) => state === 'waiting'),
    shopperPath: orderPath(shop, order),
  }
}

function paymentWords({ payment: { state, received }, refunds }: OrderRecord): string {
  const returned = returnedSoFar(refunds)
  if (returned > received)
    return `More returned than received: ${formatCad(returned)} of ${formatCad(received)}`
  if (state === 'succeeded' && returned > 0) {
    return `Refunded in part: ${formatCad(returned)} of ${formatCad(received)}`
  }
  return PAYMENT_WORDS[state] ?? state
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
  const { id, kind, state, at, error, forShopper } = mail
  return {
    id,
    name: taskName(kind),
    to: forShopper ? shopper || 'The customer' : 'The owner',
    state,
    at: time(at),
    error,
    mayResend: state !== 'waiting' && !mail.isResent,
  }
}
