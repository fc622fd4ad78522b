import type { Dispute } from './dispute.ts'
import { addCents, cents, type Cents } from '#domain/money.ts'
import type { OrderState } from '#domain/orders/order.ts'

/**
 * Where a refund stands. `asked`: written down, and not returned yet. `done`: the gateway has returned the money.
 * `failed`: the money is with the shop, because the gateway refused or never got to know of it, or because the bank has
 * sent it back afterwards. `unconfirmed`: the gateway was asked for as long as the outbox tries, and no answer arrived:
 * the money may have gone back, or not.
 */
export const REFUND_STATES = ['asked', 'done', 'failed', 'unconfirmed'] as const

/** One of them. */
export type RefundState = (typeof REFUND_STATES)[number]

/** What may follow what. News that would lead elsewhere is old or was heard before. */
export const REFUND_TRANSITIONS: Record<RefundState, readonly RefundState[]> = {
  asked: ['done', 'failed', 'unconfirmed'],
  unconfirmed: ['asked', 'done', 'failed'],
  done: ['failed'],
  failed: [],
}

/** What may follow a failure of which the gateway never said that it had the refund: it may turn out to have it. */
const AFTER_NOT_TAKEN: readonly RefundState[] = ['asked', 'done']

/** Whether a refund may become `to`. */
export function refundMayBecome(
  { state, isTaken }: Pick<Refund, 'state' | 'isTaken'>,
  to: RefundState,
): boolean {
  return (state === 'failed' && !isTaken ? AFTER_NOT_TAKEN : REFUND_TRANSITIONS[state]).includes(to)
}

/** Money of one order that goes back. */
export interface Refund {
  id: string
  amount: Cents
  state: RefundState
  /** The gateway has taken it on, whatever came of it. */
  isTaken: boolean
  reason: string
  /**
   * Who asked for it: the e-mail address of a member of staff, or `system`; `gateway` when it was made or taken there.
   */
  by: string
  /** What the gateway said when it did not return the money, or why there was no answer; empty otherwise. */
  failure: string
  createdAt: number
}

/**
 * What can still be refunded of what was received. A refund that is on its way counts; one that failed or was never
 * confirmed does not. Never below zero: a lost dispute over money that was refunded before takes more than there was.
 */
export function leftToRefund(received: Cents, refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return cents(Math.max(0, received - sumOf(refunds, ['asked', 'done'])))
}

/** Whether the gateway is still to answer about a refund. */
export function isRefundWaiting(refunds: readonly Pick<Refund, 'state'>[]): boolean {
  return refunds.some(({ state }) => state === 'asked')
}

/** Whether everything that was received goes back, and the gateway is still to answer: such an order is not sent. */
export function isPaidBackSoon(
  received: Cents,
  refunds: readonly Pick<Refund, 'amount' | 'state'>[],
): boolean {
  return isRefundWaiting(refunds) && leftToRefund(received, refunds) === 0
}

/** What the gateway has returned, and what banks have taken for lost disputes. */
export function returnedSoFar(refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return sumOf(refunds, ['done'])
}

/** How much more went back than came: a lost dispute over money that was refunded, for example. */
export function overRefund(received: Cents, refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return cents(Math.max(0, returnedSoFar(refunds) - received))
}

/** Who asked for a refund could not know of a dispute that was opened after it: `at`. */
interface DisputeAt extends Pick<Dispute, 'amount' | 'state'> {
  at: number
}

/**
 * Whether a refund that the gateway was not asked for yet may still go out: not over what is left once the open
 * disputes that began after it are lost too. Of several that wait, the oldest have what is left.
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
 * How an order that was paid stands, going by its money and its parcel alone, whichever came first: money that went
 * back counts before the parcel. That an order was sent is told by its `fulfilment`.
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
  return addCents(refunds.filter(({ state }) => states.includes(state)).map(({ amount }) => amount))
}
