import type { RefundId } from '#domain/ids.ts'
import type { RefundedParts } from './order-parts.ts'
import type { RefundChoice } from './refund-price.ts'

/**
 * What a refund was for: units of a line, or the shipping, which has no line. `sent`: how many had been sent. `which`:
 * their numbers; null while the refund never counted. `isCounted`: it was made or waits for the gateway.
 */
export interface RefundPart {
  refundId: RefundId
  position: number | null
  quantity: number
  sent: number
  which: readonly number[] | null
  isCounted: boolean
}

/**
 * The parts of refunds, oldest first, in which each refund that counts has units of its own. When two have the same
 * unit, because the first seemed to have failed, the later gets another. `unitsOfLine`: the units that a line has; any,
 * without it.
 */
export function settleUnits<P extends RefundPart>(
  parts: readonly P[],
  unitsOfLine?: (position: number) => readonly number[],
): P[] {
  const taken = new Set<string>()
  const take = (position: number, unit: number) => {
    const key = `${position} ${unit}`
    return !taken.has(key) && Boolean(taken.add(key))
  }
  const named = parts.map(({ position, quantity, which, isCounted }) => {
    if (position === null || !isCounted) return []
    const all = unitsOfLine && new Set(unitsOfLine(position))
    const there = (which ?? []).filter((unit) => all?.has(unit) ?? true)
    return there.slice(0, quantity).filter((unit) => take(position, unit))
  })
  return parts.map((part, at) => {
    const { position, quantity, isCounted } = part
    if (position === null || !isCounted) return part
    const which = [...named[at]!]
    for (const unit of unitsOfLine?.(position) ?? [])
      if (which.length < quantity && take(position, unit)) which.push(unit)
    // More than the line has, when both refunds were made after all.
    for (let unit = 0; which.length < quantity; unit += 1) if (take(position, unit)) which.push(unit)
    return { ...part, which }
  })
}

/** What refunds returned in all, as far as they count. */
export function refundedParts(parts: readonly RefundPart[]): RefundedParts {
  const counted = parts.filter(({ isCounted }) => isCounted)
  const [units, sent] = [new Map<number, readonly number[]>(), new Map<number, number>()]
  for (const { position, which, ...part } of counted) {
    if (position === null) continue
    units.set(position, [...(units.get(position) ?? []), ...(which ?? [])])
    sent.set(position, (sent.get(position) ?? 0) + part.sent)
  }
  return { units, sent, shipping: counted.some(({ position }) => position === null) }
}

/** What each refund was for, as it was chosen. Refunds of another sum are left out. */
export function choicesOf(parts: readonly RefundPart[]): Map<RefundId, RefundChoice> {
  const byRefund = Map.groupBy(parts, ({ refundId }) => refundId)
  const itemOf = ({ position, quantity, sent }: RefundPart) =>
    position === null ? [] : [{ position, quantity, sent }]
  const choiceOf = (own: readonly RefundPart[]) => ({
    items: own.flatMap(itemOf),
    shipping: own.some(({ position }) => position === null),
  })
  return new Map([...byRefund].map(([id, own]) => [id, choiceOf(own)]))
}
