import type { Dispute } from './dispute.ts'
import type { PaymentId, RefundId } from '#domain/ids.ts'
import { addCents, cents, type Cents } from '#domain/money.ts'
import type { MoneyStatus } from '#domain/orders/allowed-actions.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { OrderState } from '#domain/orders/order.ts'

/**
 * The state of a refund. `asked`: recorded, not returned yet. `done`: the gateway has returned the money. `failed`: the
 * shop still has the money, because the gateway refused the refund or never received it, or because the bank sent it
 * back afterwards. `unconfirmed`: the outbox tried for as long as it does without an answer, so the money may or may
 * not have been returned.
 */
export const REFUND_STATES = ['asked', 'done', 'failed', 'unconfirmed'] as const

/** The state of a refund; REFUND_TRANSITIONS lists the changes. */
export type RefundState = (typeof REFUND_STATES)[number]

/** The allowed state changes. An event that would cause another one is outdated or a repeat. */
export const REFUND_TRANSITIONS: Record<RefundState, readonly RefundState[]> = {
  asked: ['done', 'failed', 'unconfirmed'],
  unconfirmed: ['asked', 'done', 'failed'],
  done: ['failed'],
  failed: [],
}

/** What may follow a failure when the gateway never confirmed that it had the refund: it may have it after all. */
const AFTER_NOT_TAKEN: readonly RefundState[] = ['asked', 'done']

/** Whether a refund may change to `to`. */
export function refundMayBecome(
  { state, isTaken }: Pick<Refund, 'state' | 'isTaken'>,
  to: RefundState,
): boolean {
  return (state === 'failed' && !isTaken ? AFTER_NOT_TAKEN : REFUND_TRANSITIONS[state]).includes(to)
}

/**
 * Where a refund comes from. `staff`: requested on the order's page. `cancellation`: staff cancelled a paid order.
 * `late-payment`: it arrived when the order could no longer be fulfilled. `by-hand`: a manual refund that staff made
 * outside the shop. `gift-card`: it is back on the gift card that paid. `store-credit`: the customer has it as store
 * credit. `gateway`: made at the gateway itself. `dispute`: a bank has taken it.
 */
export const REFUND_SOURCES = [
  'staff',
  'cancellation',
  'late-payment',
  'by-hand',
  'gift-card',
  'store-credit',
  'gateway',
  'dispute',
] as const

/** Where a refund comes from, as stored in `refunds.source`. */
export type RefundSource = (typeof REFUND_SOURCES)[number]

/** Whether no bank takes part: the customer has the money already. */
export function isNoBankRefund(source: RefundSource): boolean {
  return source === 'by-hand' || source === 'gift-card' || source === 'store-credit'
}

/**
 * Why money was returned when nobody wrote a reason, or why a row corrects a refund. `items`, `address`: a change made
 * the order cheaper. `late`: the payment came too late, or after the order was cancelled or refunded; `late-link`: the
 * balance was settled already; `late-limit`: one person may not have so many. `by-hand`: staff say that they returned
 * what was left; `disputed`: while it was disputed. The last three are of corrections; `known`: the gateway returned
 * what staff had recorded.
 */
export const REFUND_CAUSES = [
  'items',
  'address',
  'cancelled',
  'late',
  'late-cancelled',
  'late-refunded',
  'late-link',
  'late-limit',
  'by-hand',
  'disputed',
  'gateway',
  'dispute',
  'came-back',
  'dispute-won',
  'known',
] as const

/** Why money was returned, as stored in `refunds.cause`. */
export type RefundCause = (typeof REFUND_CAUSES)[number]

/** What staff wrote; or, where nobody did, the cause. Of a dispute, `reason` is the bank's code. */
export interface RefundReason {
  reason: string
  cause: RefundCause | null
}

/** A refund of one payment of an order. `amount`: in cents, after corrections. */
export interface Refund extends RefundReason {
  id: RefundId
  /** The payment that is refunded. */
  paymentId: PaymentId
  source: RefundSource
  amount: Cents
  state: RefundState
  /** Whether the gateway accepted the request, even if the refund failed afterwards. */
  isTaken: boolean
  /**
   * Who requested it: the email address of a staff member, or `system`; `gateway` when it was made or accepted at the
   * gateway.
   */
  by: string
  /** The gateway's reason for a failure, or why there was no answer; empty otherwise. */
  failure: string
  createdAt: number
}

/**
 * How much of `received` can still be refunded. Waiting refunds are deducted; failed and unconfirmed ones are not.
 * Never below zero: a lost dispute over money that was already refunded can exceed what was received.
 */
export function leftToRefund(received: Cents, refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return cents(Math.max(0, received - sumOf(refunds, ['asked', 'done'])))
}

/** The share of a refund that one payment covers. */
export interface RefundShare {
  paymentId: PaymentId
  amount: Cents
}

/**
 * Divides a refund among the payments of its order, in their order, each up to what is left of it. Less than `amount`
 * in total when less is left.
 */
export function shareRefund(
  amount: number,
  payments: readonly { id: PaymentId; received: Cents }[],
  refunds: readonly Pick<Refund, 'amount' | 'state' | 'paymentId'>[],
): RefundShare[] {
  let open = amount
  return payments.flatMap(({ id, received }) => {
    const left = leftToRefund(
      received,
      refunds.filter(({ paymentId }) => paymentId === id),
    )
    const share = Math.min(left, open)
    open -= share
    return share > 0 ? [{ paymentId: id, amount: cents(share) }] : []
  })
}

/** A row that takes back some of a refund, whose own row stays unchanged. `amount` is negative. */
export interface Correction {
  corrects: RefundId
  amount: number
}

/**
 * The refunds after corrections; a refund that was corrected in full is left out. One that the bank sent back keeps its
 * amount: its state says that the shop has the money.
 */
export function withCorrections(refunds: readonly Refund[], corrections: readonly Correction[]): Refund[] {
  const taken = new Map<string, number>()
  for (const { corrects, amount } of corrections) taken.set(corrects, (taken.get(corrects) ?? 0) + amount)
  return refunds
    .map((refund) => {
      const off = refund.state === 'failed' ? 0 : (taken.get(refund.id) ?? 0)
      return off === 0 ? refund : { ...refund, amount: cents(refund.amount + off) }
    })
    .filter(({ amount }) => amount > 0)
}

/** Whether a refund still waits for the gateway's answer. */
export function isRefundWaiting(refunds: readonly Pick<Refund, 'state'>[]): boolean {
  return refunds.some(({ state }) => state === 'asked')
}

/**
 * Whether the result of a refund is unknown. Another refund may return the same money, so staff must check the gateway
 * first.
 */
export function isRefundUnconfirmed(refunds: readonly Pick<Refund, 'state'>[]): boolean {
  return refunds.some(({ state }) => state === 'unconfirmed')
}

/** Banks confirm a refund within days; after this time staff must check. */
export const REFUND_OVERDUE_MS = 30 * 24 * 60 * 60_000

/** Whether the result of a refund has been open for too long. */
export function isRefundOverdue(
  { state, createdAt }: Pick<Refund, 'state' | 'createdAt'>,
  now: number,
): boolean {
  return (state === 'asked' || state === 'unconfirmed') && createdAt < now - REFUND_OVERDUE_MS
}

/** What the gateway has returned, and what banks have taken for lost disputes. */
export function returnedSoFar(refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return sumOf(refunds, ['done'])
}

/** How much more was returned than received, for example after a lost dispute over refunded money. */
export function overRefund(received: Cents, refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return cents(Math.max(0, returnedSoFar(refunds) - received))
}

/** An order's money, as far as it decides which actions are allowed (domain/orders/allowed-actions.ts). */
export function moneyStatus(
  received: Cents,
  refunds: readonly Pick<Refund, 'amount' | 'state'>[],
): MoneyStatus {
  return {
    left: leftToRefund(received, refunds),
    isReturned: received > 0 && returnedSoFar(refunds) >= received,
    isRefundWaiting: isRefundWaiting(refunds),
    isOverRefunded: overRefund(received, refunds) > 0,
  }
}

/** `at` matters because a refund requested before a dispute was opened could not take it into account. */
interface DisputeAt extends Pick<Dispute, 'amount' | 'state'> {
  at: number
}

/**
 * Whether a recorded refund may be sent to the gateway: its amount must be left after all open disputes that began
 * later are lost. When several wait, the oldest come first.
 */
export function maySendRefund(
  refund: Pick<Refund, 'id' | 'amount' | 'createdAt'>,
  {
    received,
    refunds,
    disputes,
  }: { received: Cents; refunds: readonly Refund[]; disputes: readonly DisputeAt[] },
): boolean {
  const first = refunds.filter(
    ({ id, state, isTaken, createdAt }) =>
      state === 'done' || (state === 'asked' && (isTaken || isBefore({ id, createdAt }, refund))),
  )
  const newlyDisputed = disputes
    .filter(({ state, at }) => state === 'open' && at > refund.createdAt)
    .reduce((sum, { amount }) => sum + amount, 0)
  const before = first.filter(({ id }) => id !== refund.id).reduce((sum, { amount }) => sum + amount, 0)
  return refund.amount <= received - before - newlyDisputed
}

function isBefore(one: Pick<Refund, 'id' | 'createdAt'>, other: Pick<Refund, 'id' | 'createdAt'>): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)
}

/**
 * The state of a paid order as it follows from its money and its shipments, in any sequence: returned money takes
 * precedence over what was sent, which is in `fulfilment`. An order that was sent in part stays `paid` until nothing of
 * it is open.
 */
export function derivedState(order: {
  received: Cents
  refunds: readonly Pick<Refund, 'amount' | 'state'>[]
  fulfilment: FulfilmentStatus
}): Extract<OrderState, 'paid' | 'fulfilled' | 'refunded-in-part' | 'refunded'> {
  const returned = returnedSoFar(order.refunds)
  if (returned > 0) return returned >= order.received ? 'refunded' : 'refunded-in-part'
  return order.fulfilment === 'fulfilled' ? 'fulfilled' : 'paid'
}

/** Whether a state follows from money and shipments: see `derivedState`. */
export function isDerivedState(state: OrderState): boolean {
  return ['paid', 'fulfilled', 'refunded-in-part', 'refunded'].includes(state)
}

function sumOf(refunds: readonly Pick<Refund, 'amount' | 'state'>[], states: RefundState[]): Cents {
  return addCents(refunds.filter(({ state }) => states.includes(state)).map(({ amount }) => amount))
}
