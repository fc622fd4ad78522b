/** Units of a line that a refund returned. `which`: counted from 0; null: the first that no other refund has. */
export interface ReturnedUnits {
  position: number
  quantity: number
  which: readonly number[] | null
}

/**
 * Which units each refund returned, in the order of the refunds. Units are numbered because they may differ by a cent,
 * or by the tax of an earlier address: when a refund fails, exactly its units become refundable again.
 */
export function assignUnits(refunds: readonly ReturnedUnits[]): number[][] {
  const taken = new Set<string>()
  const take = (position: number, unit: number) => {
    const key = `${position} ${unit}`
    const isFree = !taken.has(key)
    taken.add(key)
    return isFree
  }
  const named = refunds.map(({ position, quantity, which }) =>
    (which ?? []).slice(0, quantity).filter((unit) => take(position, unit)),
  )
  return named.map((own, at) => {
    const { position, quantity } = refunds[at]!
    const units = [...own]
    for (let unit = 0; units.length < quantity; unit += 1) if (take(position, unit)) units.push(unit)
    return units
  })
}

/** The first units of a line that are not among these. */
export function unassignedUnits(taken: readonly number[], quantity: number): number[] {
  const free: number[] = []
  for (let unit = 0; free.length < quantity; unit += 1) if (!taken.includes(unit)) free.push(unit)
  return free
}

/** The running sums of a line's units, when some of them are counted first. */
export function withUnitsFirst(sums: readonly number[], first: readonly number[] = []): number[] {
  if (first.length === 0) return [...sums]
  const all = Array.from({ length: sums.length - 1 }, (_, unit) => unit)
  const order = [...first.filter((unit) => unit < all.length), ...all.filter((unit) => !first.includes(unit))]
  let sum = sums[0] ?? 0
  return [sum, ...order.map((unit) => (sum += sums[unit + 1]! - sums[unit]!))]
}
