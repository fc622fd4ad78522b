import type { Dispute } from './dispute.ts'
import { addCents, cents, type Cents } from '#domain/money.ts'
import type { MoneyStanding } from '#domain/orders/allowed-actions.ts'
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

/**
 * Where money that goes back comes from. `staff`: asked for on the order's page. `cancellation`: staff called a paid
 * order off. `late-payment`: it came when the order could not have it any more. `by-hand`: staff noted that they have
 * returned it outside the shop. `gateway`: made at the gateway itself. `dispute`: a bank has taken it.
 */
export const REFUND_SOURCES = [
  'staff',
  'cancellation',
  'late-payment',
  'by-hand',
  'gateway',
  'dispute',
] as const

/** One of them. */
export type RefundSource = (typeof REFUND_SOURCES)[number]

/** Money of one payment of an order that goes back. `amount`: without what has been corrected since. */
export interface Refund {
  id: string
  /** The payment that it returns. */
  paymentId: string
  source: RefundSource
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

/** What one payment gives of a refund. */
export interface RefundShare {
  paymentId: string
  amount: Cents
}

/**
 * Divides a refund among the payments of its order: the first ones give what is left of them. Less than `amount` in all
 * when not so much is left.
 */
export function shareRefund(
  amount: number,
  payments: readonly { id: string; received: Cents }[],
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

/** A row that takes back some of the money of another, which stays as it was written. `amount` is below zero. */
export interface Correction {
  corrects: string
  amount: number
}

/**
 * The refunds with what was corrected taken off; what was corrected whole is not among them. A refund that the bank
 * has sent back keeps its amount: its state says that none of it is gone.
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

/** Whether the gateway is still to answer about a refund. */
export function isRefundWaiting(refunds: readonly Pick<Refund, 'state'>[]): boolean {
  return refunds.some(({ state }) => state === 'asked')
}

/** What the gateway has returned, and what banks have taken for lost disputes. */
export function returnedSoFar(refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return sumOf(refunds, ['done'])
}

/** How much more went back than came: a lost dispute over money that was refunded, for example. */
export function overRefund(received: Cents, refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Cents {
  return cents(Math.max(0, returnedSoFar(refunds) - received))
}

/** How an order's money stands, for what may be done with the order (domain/orders/allowed-actions.ts). */
export function moneyStanding(
  received: Cents,
  refunds: readonly Pick<Refund, 'amount' | 'state'>[],
): MoneyStanding {
  return {
    left: leftToRefund(received, refunds),
    isRefundWaiting: isRefundWaiting(refunds),
    isOverRefunded: overRefund(received, refunds) > 0,
  }
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
