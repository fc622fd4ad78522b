import type { RefundId } from '#domain/ids.ts'
import { addCents, cents } from '#domain/money.ts'
import { shareAmong } from '#domain/share-among.ts'
import { orderParts, type OrderPart, type SharedContent } from './order-parts.ts'
import { groupShares } from './refund-shares.ts'
import { splitAmount, type RemainingParts, type SplitPart } from './refund-split.ts'
import { refundedParts, type RefundPart } from './refunded-units.ts'
import type { Refund } from './refund.ts'

/** A refund as it is divided. */
export type RefundToDivide = Pick<Refund, 'id' | 'amount' | 'state' | 'source' | 'cause'>

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
 * and of late payments, then with other sums. `parts`: what the refunds were for.
 */
export function divideRefunds(
  order: OrderToDivide,
  refunds: readonly RefundToDivide[],
  parts: readonly RefundPart[],
): RefundLedger {
  const groups = grouped(refunds, parts)
  const beyond = beyondOf(groups, Math.max(0, order.received + order.due - order.total))
  const open = orderParts(order, refundedParts(groups.flatMap((group) => group.parts)))
  const left = open.map(({ cost, ...part }) => ({ ...part, left: cost }))
  const splits = new Map<RefundId, SplitPart[]>()
  for (const group of groups) {
    const chosen = group.parts.length === 0 ? null : orderParts(order, refundedParts(group.parts)).map(gone)
    const split = splitAmount({ parts: left, beyond: beyond.of.get(group) ?? 0 }, chosen, group.amount)
    let rest = split
    for (const row of group.rows) {
      const own = partOf(rest, row.amount)
      splits.set(row.id, own)
      rest = rest.map((part, at) => ({ ...part, amount: cents(part.amount - own[at]!.amount) }))
    }
    for (const [at, part] of left.entries()) part.left -= split[at]!.amount
  }
  return { splits, remaining: { parts: left, beyond: beyond.left } }
}

/** What refunded units and shipping have of a part. */
function gone({ lines, shipping, cost }: OrderPart): number {
  return lines.reduce((left, sums) => left - sums.at(-1)!, cost - shipping)
}

/** The rows of a refund that count, and what it was for; nothing for another sum. */
interface Group {
  rows: RefundToDivide[]
  amount: number
  parts: readonly RefundPart[]
}

function grouped(refunds: readonly RefundToDivide[], parts: readonly RefundPart[]): Group[] {
  const partsOf = Map.groupBy(parts, ({ refundId }) => refundId)
  return [...groupShares(refunds)].flatMap(([id, all]) => {
    const rows = all.filter(({ state }) => state === 'asked' || state === 'done')
    if (rows.length === 0) return []
    return [{ rows, amount: addCents(rows.map((row) => row.amount)), parts: partsOf.get(id) ?? [] }]
  })
}

/** How much each refund returns of the money beyond the total. */
function beyondOf(groups: readonly Group[], excess: number): { of: Map<Group, number>; left: number } {
  const isOfChange = ({ rows: [row] }: Group) =>
    row?.source === 'late-payment' || row?.cause === 'items' || row?.cause === 'address'
  const sums = groups.filter(({ parts }) => parts.length === 0)
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
