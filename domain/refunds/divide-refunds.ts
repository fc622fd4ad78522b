import type { RefundId } from '#domain/ids.ts'
import { addCents, cents } from '#domain/money.ts'
import type { ChosenUnits } from '#domain/orders/fulfilment.ts'
import { shareAmong } from '#domain/share-among.ts'
import type { SharedContent } from './order-parts.ts'
import type { RefundChoice } from './refund-price.ts'
import { groupShares } from './refund-shares.ts'
import { remainingParts, splitRefund, type RemainingParts, type SplitPart } from './refund-split.ts'
import type { Refund } from './refund.ts'

/** The reasons of refunds that a change of an order causes: they return what it no longer costs. */
export const CHANGE_REASONS = { items: 'Items changed', address: 'Address changed' } as const

/** A refund, and what it was for; null for another sum. */
export interface RefundToDivide extends Pick<Refund, 'id' | 'amount' | 'state' | 'source' | 'reason'> {
  choice: RefundChoice | null
  /** Which units of its lines, when it counts. */
  which?: ReadonlyMap<number, readonly number[]>
}

/** An order whose refunds are divided. `received`: of all payments. `due`: of its total, still to be paid. */
export interface OrderToDivide extends SharedContent {
  total: number
  received: number
  due: number
}

/** How each refund of an order divides, and what is left of each part of it. */
export interface RefundLedger {
  splits: Map<RefundId, SplitPart[]>
  remaining: RemainingParts
}

/**
 * How each refund of an order divided, and what is left. Only refunds that were made or wait for the gateway count,
 * oldest first. What was received beyond the order's total counts as refunded first: with the refunds of changes
 * and of late payments, then with other sums.
 */
export function divideRefunds(order: OrderToDivide, refunds: readonly RefundToDivide[]): RefundLedger {
  const groups = grouped(refunds)
  const beyond = beyondOf(groups, Math.max(0, order.received + order.due - order.total))
  const [units, which] = [new Map<number, number>(), new Map<number, readonly number[]>()]
  const refunded = { units, sent: new Map<number, number>(), which, shipping: false }
  const taken: number[] = []
  const splits = new Map<RefundId, SplitPart[]>()
  for (const group of groups) {
    const { choice, rows, amount } = group
    for (const [position, own] of group.which ?? [])
      which.set(position, [...(which.get(position) ?? []), ...own])
    const remaining = remainingParts(order, refunded, taken, beyond.of.get(group) ?? 0)
    const split = splitRefund(remaining, choice, amount)
    let rest = split
    for (const row of rows) {
      const own = partOf(rest, row.amount)
      splits.set(row.id, own)
      rest = rest.map((part, at) => ({ ...part, amount: cents(part.amount - own[at]!.amount) }))
    }
    split.forEach((part, at) => {
      if (part.kind !== 'beyond') taken[at] = (taken[at] ?? 0) + part.amount
    })
    for (const { position, quantity } of choice?.items ?? []) {
      refunded.units.set(position, (refunded.units.get(position) ?? 0) + quantity)
    }
    refunded.shipping ||= choice?.shipping ?? false
  }
  return { splits, remaining: remainingParts(order, refunded, taken, beyond.left) }
}

interface Group extends Pick<RefundToDivide, 'choice' | 'which'> {
  rows: RefundToDivide[]
  amount: number
}

/** The refunds with their shares that count. The first share has the choice, whatever became of it. */
function grouped(refunds: readonly RefundToDivide[]): Group[] {
  return [...groupShares(refunds).values()].flatMap((all) => {
    const rows = all.filter(({ state }) => state === 'asked' || state === 'done')
    if (rows.length === 0) return []
    const { choice = null, which } = all.find((row) => row.choice !== null) ?? {}
    return [{ choice, ...(which && { which }), rows, amount: addCents(rows.map((row) => row.amount)) }]
  })
}

/** How much each refund returns of the money beyond the total. */
function beyondOf(groups: readonly Group[], excess: number): { of: Map<Group, number>; left: number } {
  const isOfChange = ({ rows: [row] }: Group) =>
    row?.source === 'late-payment' || Object.values<string>(CHANGE_REASONS).includes(row?.reason ?? '')
  const sums = groups.filter(({ choice }) => choice === null)
  const inOrder = [...sums.filter(isOfChange), ...sums.filter((group) => !isOfChange(group))]
  let left = excess
  const of = new Map<Group, number>()
  for (const group of inOrder) {
    const own = Math.min(left, group.amount)
    of.set(group, own)
    left -= own
  }
  return { of, left }
}

/** The share that one payment has of a split, by its amount. */
function partOf(split: readonly SplitPart[], amount: number): SplitPart[] {
  const charged = split.map(({ contained, amount: whole }): number => (contained ? 0 : whole))
  const whole = charged.reduce((sum, one) => sum + one, 0)
  if (amount >= whole) return [...split]
  const shares = shareAmong(charged, amount)
  return split.map((part, at) => ({
    ...part,
    amount: cents(part.contained ? Math.round((part.amount * amount) / whole) : shares[at]!),
  }))
}

/** Units of the stored parts of a refund as a choice. `position` is null for the shipping. */
export function choiceOf(
  parts: readonly (Omit<ChosenUnits, 'position'> & { position: number | null })[],
): RefundChoice {
  return {
    items: parts.flatMap(({ position, ...units }) => (position === null ? [] : [{ ...units, position }])),
    shipping: parts.some(({ position }) => position === null),
  }
}
