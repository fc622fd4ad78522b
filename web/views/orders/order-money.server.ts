import {
  EXTERNAL_METHODS,
  isExternalMethod,
  receivedBy,
  type Payment,
  type PaymentState,
} from '#domain/checkout/payment.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import { decimalDollars, formatCad } from '#domain/money.ts'
import { disputeMoney, disputeReason } from '#domain/refunds/dispute.ts'
import { offerRefund } from '#domain/refunds/refund-price.ts'
import { splitRows, type SplitPart } from '#domain/refunds/refund-split.ts'
import {
  isRefundOverdue,
  leftToRefund,
  overRefund,
  returnedSoFar,
  type Refund,
} from '#domain/refunds/refund.ts'
import type { OrderRecord } from '#operations/orders/read-order.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { actorName } from './history-words.ts'
import type { OrderView } from './order-view.ts'

const PAYMENT_WORDS: Record<PaymentState, string> = {
  open: 'Not paid',
  canceled: 'Stopped',
  succeeded: 'Paid',
  refunding: 'Being refunded',
  refunded: 'Refunded',
  'set-aside': 'Doesn’t match the order',
}

type MoneyView = Pick<
  OrderView,
  'payment' | 'refundable' | 'refundBooks' | 'balance' | 'payments' | 'refunds' | 'disputes'
>

/** What was paid and returned of an order, and what can be refunded. `mayRefund`: this member, now. */
export function moneyView(shop: Shop, record: OrderRecord, mayRefund: boolean): MoneyView {
  const { order, payments, refunds, disputes } = record
  const time = staffTime(shop)
  const left = leftToRefund(receivedBy(payments), refunds)
  const { books, splits } = record.books
  return {
    payment: paymentView(record, mayRefund),
    refundable: mayRefund ? offerRefund(order, record.refunded, left) : null,
    refundBooks: mayRefund ? books : null,
    balance: record.link && balanceView(record.link, order, time),
    payments: payments.map((payment) => paymentRow(shop, payment)),
    refunds: refunds.map((refund) => refundRow(shop, refund, splits.get(refund.id) ?? [])),
    disputes: disputes.map(({ id, reason, state, ...money }) => ({
      id,
      amount: disputeMoney(money),
      reason: disputeReason(reason),
      state,
    })),
  }
}

function paymentView(record: OrderRecord, mayRefund: boolean): OrderView['payment'] {
  const { payments, refunds } = record
  const received = receivedBy(payments)
  const returned = returnedSoFar(refunds)
  const left = leftToRefund(received, refunds)
  const excess = overRefund(received, refunds)
  return {
    state: paymentWords(record),
    received: received > 0 ? formatCad(received) : null,
    left: mayRefund ? { words: formatCad(left), typed: decimalDollars(left) } : null,
    overRefund:
      excess > 0
        ? { received: formatCad(received), returned: formatCad(returned), excess: formatCad(excess) }
        : null,
    isReturned: received > 0 && returned >= received,
  }
}

function paymentRow(
  { gatewayLabels }: Shop,
  { id, gateway, intentId, received, reference }: Payment,
): OrderView['payments'][number] {
  const isExternal = isExternalMethod(gateway)
  return {
    id,
    gateway: isExternal ? EXTERNAL_METHODS[gateway] : (gatewayLabels[gateway] ?? gateway),
    intentId,
    external: isExternal ? { amount: formatCad(received), reference } : null,
  }
}

function refundRow(
  shop: Shop,
  { id, amount, state, isTaken, reason, by, failure, createdAt }: Refund,
  split: readonly SplitPart[],
): OrderView['refunds'][number] {
  return {
    id,
    isOverdue: isRefundOverdue({ state, createdAt }, shop.now()),
    amount: formatCad(amount),
    state,
    isTaken,
    reason,
    by: actorName(by),
    failure,
    at: staffTime(shop)(createdAt),
    split: splitRows(split, formatCad),
  }
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

function paymentWords({ payments, refunds }: OrderRecord): string {
  const received = receivedBy(payments)
  const returned = returnedSoFar(refunds)
  if (returned > received)
    return `More refunded than received: ${formatCad(returned)} of ${formatCad(received)}`
  const states = [...new Set(payments.map(({ state }) => state))]
  if (states.length === 0) return 'Nothing to pay'
  if (states.includes('succeeded') && returned > 0) {
    return `Partially refunded: ${formatCad(returned)} of ${formatCad(received)}`
  }
  return states.map((state) => PAYMENT_WORDS[state]).join(', ')
}
