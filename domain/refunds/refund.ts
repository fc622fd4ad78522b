import type { Dispute } from './dispute.ts'
import type { Cents } from '#domain/money.ts'
import type { OrderState } from '#domain/orders/order.ts'

/**
 * The state of a refund. `asked`: recorded, not returned yet. `done`: the gateway has returned the money. `failed`: the
 * shop still has the money, because the gateway refused the refund or never received it, or because the bank sent it
 * back afterwards. `unconfirmed`: the outbox tried for as long as it does without an answer, so the money may or may
 * not have been returned.
 */
export const REFUND_STATES = ['asked', 'done', 'failed', 'unconfirmed'] as const

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

/** A refund of one order. */
export interface Refund {
  id: string
  amount: Cents
  state: RefundState
  /** Whether the gateway accepted the request, whatever the outcome. */
  isTaken: boolean
  reason: string
  /**
   * Who requested it: the e-mail address of a staff member, or `system`; `gateway` when it was made or accepted at the
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
  return Math.max(0, received - sumOf(refunds, ['asked', 'done'])) as Cents
}

/** Whether a refund still waits for the gateway's answer. */
export function isRefundWaiting(refunds: readonly Pick<Refund, 'state'>[]): boolean {
  return refunds.some(({ state }) => state === 'asked')
}

/** Whether waiting refunds will return everything that was received: such an order must not be sent. */
export function isPaidBackSoon(
  received: Cents,
  refunds: readonly Pick<Refund, 'amount' | 'state'>[],
): boolean {
  return isRefundWaiting(refunds) && leftToRefund(received, refunds) === 0
}

/** What the gateway has refunded, plus what banks have taken for lost disputes. */
export function returnedSoFar(refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return sumOf(refunds, ['done'])
}

/** How much more was returned than received, for example after a lost dispute over refunded money. */
export function overRefund(received: Cents, refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return Math.max(0, returnedSoFar(refunds) - received) as Cents
}

/** `at` matters because a refund requested before a dispute was opened could not take it into account. */
interface DisputeAt extends Pick<Dispute, 'amount' | 'state'> {
  at: number
}

/**
 * Whether a recorded refund may be sent to the gateway: its amount must be left after all open disputes that began
 * later are lost. When several wait, the oldest come first.
 */
export function mayGoOut(
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
 * The state of a paid order as it follows from its money and its shipment, in any sequence: returned money takes
 * precedence over the shipment. Whether it was sent is in `fulfilment`.
 */
export function standingState(order: {
  received: Cents
  refunds: readonly Pick<Refund, 'amount' | 'state'>[]
  isFulfilled: boolean
}): Extract<OrderState, 'paid' | 'fulfilled' | 'refunded-in-part' | 'refunded'> {
  const returned = returnedSoFar(order.refunds)
  if (returned > 0) return returned >= order.received ? 'refunded' : 'refunded-in-part'
  return order.isFulfilled ? 'fulfilled' : 'paid'
}

function sumOf(refunds: readonly Pick<Refund, 'amount' | 'state'>[], states: RefundState[]): Cents {
  return refunds
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { amount }) => sum + amount, 0) as Cents
}
