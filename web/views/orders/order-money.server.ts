import {
  isExternalMethod,
  methodWords,
  sumReceived,
  type Payment,
  type PaymentState,
} from '#domain/checkout/payment.ts'
import type { PaymentRisk } from '#domain/orders/payment-risk.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import { GIFT_CARD_KINDS, GIFT_CARD_KIND_WORDS } from '#domain/gift-cards/gift-card.ts'
import { addCents, decimalDollars, formatCents } from '#domain/money.ts'
import { formatDisputedAmount, disputeReason } from '#domain/refunds/dispute.ts'
import { offerRefund } from '#domain/refunds/refund-price.ts'
import { remaindersOf } from '#domain/refunds/refund-shares.ts'
import { splitRows, type SplitPart } from '#domain/refunds/refund-split.ts'
import {
  isRefundOverdue,
  leftToRefund,
  overRefund,
  returnedSoFar,
  type Refund,
} from '#domain/refunds/refund.ts'
import { paymentMethod, refundedWords } from '#operations/order-facts.ts'
import type { OrderRecord } from '#operations/orders/read-order.ts'
import type { Shop } from '#operations/shop.ts'
import { refundReason } from './refund-reason.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import * as totalWords from '#words/en/totals.ts'
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
  | 'payment'
  | 'refundable'
  | 'refundRests'
  | 'remainingParts'
  | 'balance'
  | 'payments'
  | 'refunds'
  | 'disputes'
>

/** What was paid and returned of an order, and what can be refunded. `may`: this member, now. */
export function moneyView(
  shop: Shop,
  record: OrderRecord,
  may: Pick<OrderView['may'], 'refund' | 'cancel'>,
): MoneyView {
  const { order, payments, refunds, disputes, choices } = record
  const time = staffTime(shop)
  const left = leftToRefund(sumReceived(payments), refunds)
  const { remaining, splits } = record.refundLedger
  return {
    payment: paymentView(record, may.refund || may.cancel),
    refundable: may.refund ? offerRefund(order, record.refunded, left) : null,
    refundRests: may.refund
      ? remaindersOf(refunds, (id) => choices.has(id)).map(({ refundId: id, amount }) => ({
          id,
          amount: Math.min(amount, left),
          what: refundedWords(order.lines, choices.get(id)!),
        }))
      : [],
    remainingParts: may.refund ? remaining : null,
    balance: record.link && balanceView(record.link, order, time),
    payments: payments.filter(wasRequested).map((payment) => paymentRow(shop, payment)),
    refunds: refunds.map((refund) => refundRow(shop, refund, splits.get(refund.id) ?? [])),
    disputes: disputes.map(({ id, reason, state, ...money }) => ({
      id,
      amount: formatDisputedAmount(money),
      reason: disputeReason(reason),
      state,
    })),
  }
}

/** `mayReturn`: by a refund, or because the order is cancelled. */
function paymentView(record: OrderRecord, mayReturn: boolean): OrderView['payment'] {
  const { payments, refunds } = record
  const received = sumReceived(payments)
  const returned = returnedSoFar(refunds)
  const left = leftToRefund(received, refunds)
  const excess = overRefund(received, refunds)
  return {
    state: paymentWords(record),
    received: received > 0 ? formatCents(received) : null,
    left: mayReturn && left > 0 ? { words: formatCents(left), typed: decimalDollars(left) } : null,
    overRefund:
      excess > 0
        ? { received: formatCents(received), returned: formatCents(returned), excess: formatCents(excess) }
        : null,
    isReturned: received > 0 && returned >= received,
  }
}

function paymentRow(
  shop: Shop,
  { id, gateway, intentId, amount, received, reference, giftCardId, risk }: Payment,
): OrderView['payments'][number] {
  return {
    id,
    gateway: paymentMethod(shop, gateway),
    intentId,
    external: isExternalMethod(gateway)
      ? { amount: formatCents(received), reference }
      : giftCardId
        ? { amount: formatCents(amount), reference: reference && `•••• ${reference}` }
        : null,
    paidWith: isExternalMethod(gateway) || giftCardId ? '' : methodWords(reference),
    risk: risk ? riskWords(risk).join(' · ') : '',
  }
}

/** The sentences that staff read of a risk. */
function riskWords({ level, score, reason, cvc, postal, country }: PaymentRisk): string[] {
  const points = score === null ? '' : `, ${score} of 100`
  return [
    level === null ? '' : `Risk: ${level}${points}`,
    reason,
    cvc === 'failed' ? 'The security code was wrong' : cvc === 'passed' ? 'The security code was right' : '',
    postal === 'failed'
      ? 'The postal code is not the cardholder’s'
      : postal === 'passed'
        ? 'The postal code is the cardholder’s'
        : '',
    country === '' ? '' : `A card of ${country}`,
  ].filter(Boolean)
}

function refundRow(
  shop: Shop,
  { id, source, amount, state, isTaken, by, failure, createdAt, ...why }: Refund,
  split: readonly SplitPart[],
): OrderView['refunds'][number] {
  const to = GIFT_CARD_KINDS.find((kind) => kind === source)
  return {
    id,
    isOverdue: isRefundOverdue({ state, createdAt }, shop.now()),
    amount: formatCents(amount),
    state,
    to: to ? GIFT_CARD_KIND_WORDS[to].toLowerCase() : '',
    isTaken,
    reason: refundReason(why),
    by: actorName(by),
    failure,
    at: staffTime(shop)(createdAt),
    split: splitRows(split, formatCents, totalWords),
  }
}

function balanceView(
  { amount, change, undo, state, expiresAt }: PaymentLink,
  { fulfilment }: OrderRecord['order'],
  time: (at: number) => string,
): NonNullable<OrderView['balance']> {
  return {
    amount: formatCents(amount),
    change: change.kind === 'items' ? `${change.after}, instead of ${change.before}` : change.after,
    isOpen: state === 'open',
    until: time(expiresAt),
    mayUndo: undo !== null && fulfilment === 'unfulfilled',
  }
}

function paymentWords({ payments, refunds }: OrderRecord): string {
  const received = sumReceived(payments)
  const returned = returnedSoFar(refunds)
  if (returned > received)
    return `More refunded than received: ${formatCents(returned)} of ${formatCents(received)}`
  const requested = payments.filter(wasRequested)
  const states = [...new Set(requested.map(({ state }) => state))]
  if (states.length === 0) return 'Nothing to pay'
  if (states.includes('succeeded') && returned > 0) {
    return `Partially refunded: ${formatCents(returned)} of ${formatCents(received)}`
  }
  const open = requested.filter(({ state }) => state === 'open')
  if (states.includes('succeeded') && states.includes('open') && states.length === 2)
    return `Paid, except ${formatCents(addCents(open.map(({ amount }) => amount)))}`
  return states.map((state) => PAYMENT_WORDS[state]).join(', ')
}

/**
 * Not a payment that was stopped before the customer opened its link, or of which gift cards left nothing: nothing ever
 * happened to it.
 */
function wasRequested(
  { state, intentId, amount }: Payment,
  _index: number,
  all: readonly Payment[],
): boolean {
  return (state !== 'canceled' && amount > 0) || intentId !== null || all.length === 1
}
