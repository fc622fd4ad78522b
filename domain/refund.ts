import type { Cents } from './money.ts'
import type { OrderState } from './order.ts'

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
const REFUND_TRANSITIONS: Record<RefundState, readonly RefundState[]> = {
  asked: ['done', 'failed', 'unconfirmed'],
  unconfirmed: ['asked', 'done', 'failed'],
  done: ['failed'],
  failed: [],
}

/** Whether a refund in state `from` may become `to`. */
export function refundMayBecome(from: RefundState, to: RefundState): boolean {
  return REFUND_TRANSITIONS[from].includes(to)
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
  return Math.max(0, received - sumOf(refunds, ['asked', 'done'])) as Cents
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

/** What the gateway has returned. */
export function returnedSoFar(refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return sumOf(refunds, ['done'])
}

/** How an order that was paid stands, going by its money and its parcel alone. */
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
