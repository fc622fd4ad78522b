import { share, shareAmong } from '#domain/share-among.ts'
import { belongsToItems, rulesOf, type Adjustment } from './order-total.ts'

/**
 * How much of one amount of an order some units of a line have, in cents. It is divided when the order is written,
 * and added up from then on. Units that were never treated differently are one share: a line may have thousands. Each
 * of them has its part of the running sums (`share`), which depends on nothing else.
 */
export interface UnitShare {
  /** The line of the units; null: the shipping. */
  position: number | null
  /** The first of the units, counted from 0, and how many there are. The shipping is one unit. */
  unit: number
  units: number
  /** The position of the adjustment that it is a share of; null: the price of the items. */
  adjustment: number | null
  /** Of a tax that prices contain, how much they contain. */
  amount: number
  /** By how much a tax or duty would be more if staff had waived nothing. */
  waived: number
}

/**
 * The share of an adjustment that an earlier version kept with it, of the first 1, 2 ... units of a line, which were
 * refunded before the order was changed. `position` is null for refunded shipping, which has one amount.
 */
export interface KeptShare {
  position: number | null
  upTo: readonly number[]
}

/** What is divided: the lines and adjustments of an order. */
export interface DividedContent {
  lines: readonly { unitPrice: number; quantity: number; taxFree?: boolean | undefined }[]
  adjustments: readonly (Adjustment & { kept?: readonly KeptShare[] })[]
}

/** Units of each line by its position: their numbers, counted from 0. */
export type UnitsByLine = ReadonlyMap<number, readonly number[]>

/**
 * Divides an order among its units and its shipping. An adjustment belongs to its line, or is shared among the lines by
 * price as staff changed it, a tax only among the taxed ones; what is due on shipping, and what no item can bear, goes
 * with the shipping. `kept`: the shares of units that were refunded before the order changed; only the rest is shared.
 */
export function divideOrder(
  content: DividedContent,
  kept: readonly UnitShare[] = keptShares(content),
): UnitShare[] {
  const { lines, adjustments } = content
  const open = lines.map(({ quantity }, at) => {
    const gone = unitsOf(kept, at)
    return gone.length === 0
      ? [{ unit: 0, units: quantity }]
      : runsOf(freeUnits(gone, quantity - gone.length))
  })
  const ofLine = (position: number, adjustment: number | null, amount: number, waived = 0): UnitShare[] => {
    const runs = open[position]!
    const sizes = runs.map(({ units }) => units)
    const [amounts, waivedAmounts] = [shareAmong(sizes, amount), shareAmong(sizes, waived)]
    return runs.map((run, at) => ({
      position,
      ...run,
      adjustment,
      amount: amounts[at]!,
      waived: waivedAmounts[at]!,
    }))
  }
  const keptOf = (adjustment: number, isOfShipping: boolean) =>
    total(
      kept.filter((one) => one.adjustment === adjustment && (one.position === null) === isOfShipping),
      ({ amount }) => amount,
    )
  const ownPrices = lines.flatMap(({ unitPrice }, at) =>
    ofLine(at, null, unitPrice * total(open[at]!, ({ units }) => units)),
  )
  const prices = lines.map((_line, at) =>
    total(
      ownPrices.filter(({ position }) => position === at),
      ({ amount }) => amount,
    ),
  )
  adjustments.forEach((one, at) => {
    const { linePosition } = one
    if (linePosition !== undefined && belongsToItems(one))
      prices[linePosition] = prices[linePosition]! + one.amount - keptOf(at, false)
  })
  /** What is shared among all items so far: several amounts are rounded like one. */
  let changed = 0
  const shares = adjustments.flatMap((one, adjustment): UnitShare[] => {
    const { kind, linePosition, tax, waived = { amount: 0, contained: 0, ofShipping: 0 } } = one
    const isTax = kind === 'tax'
    const bases = isTax ? prices.map((price, at) => (lines[at]?.taxFree === true ? 0 : price)) : prices
    const byPrice = (amount: number) =>
      linePosition === undefined
        ? shareAmong(bases, amount)
        : lines.map((_line, at) => (at === linePosition ? amount : 0))
    const whole = amountOf(one)
    const ofShipping =
      rulesOf(kind).part === 'shipping' ? whole : isTax ? (tax?.ofShipping ?? 0) : keptOf(adjustment, true)
    const rest = whole - ofShipping - keptOf(adjustment, false)
    const isOfAll = belongsToItems(one) && linePosition === undefined
    const amounts = isOfAll ? changeAmong(bases, changed, changed + rest) : byPrice(rest)
    if (isOfAll) changed += rest
    const restWaived = waived.amount + waived.contained - waived.ofShipping
    const waivedAmounts = byPrice(restWaived)
    const ofItems = lines.flatMap((_line, at) => ofLine(at, adjustment, amounts[at]!, waivedAmounts[at]))
    const shipping = {
      ...SHIPPING,
      adjustment,
      amount: ofShipping + rest - total(ofItems, ({ amount }) => amount),
      waived: waived.ofShipping + restWaived - total(ofItems, (own) => own.waived),
    }
    return [...ofItems, shipping].filter(({ amount, waived: more }) => amount !== 0 || more !== 0)
  })
  return [...kept.filter(({ position }) => position !== null), ...ownPrices, ...shares]
}

/** Whether the shares of an order are those of its units, and add up to each of its amounts. */
export function addUp({ lines, adjustments }: DividedContent, shares: readonly UnitShare[]): boolean {
  const prices = shares.filter(({ adjustment }) => adjustment === null)
  const areOfUnits = lines.every(({ unitPrice, quantity }, at) => {
    const own = prices.filter(({ position }) => position === at)
    return (
      total(own, ({ units }) => units) === quantity &&
      own.every((one) => one.amount === one.units * unitPrice)
    )
  })
  const areOfAdjustments = adjustments.every((one, at) => {
    const own = shares.filter(({ adjustment }) => adjustment === at)
    return total(own, ({ amount }) => amount) === amountOf(one)
  })
  const count = adjustments.length
  return areOfUnits && areOfAdjustments && shares.every(({ adjustment }) => (adjustment ?? -1) < count)
}

/** The units of a line that these shares are of: those of its price are of all of them. */
export function unitsOf(shares: readonly UnitShare[], line: number): number[] {
  return shares
    .filter(({ position, adjustment }) => position === line && adjustment === null)
    .flatMap(({ unit, units }) => Array.from({ length: units }, (_, n) => unit + n))
    .toSorted((one, other) => one - other)
}

/** The first units that are not among these. */
export function freeUnits(taken: Iterable<number>, quantity: number): number[] {
  const all = new Set(taken)
  const free: number[] = []
  for (let unit = 0; free.length < quantity; unit += 1) if (!all.has(unit)) free.push(unit)
  return free
}

/** Units in their order as runs: from `unit` on, as many as `units`. */
export function runsOf(all: readonly number[]): { unit: number; units: number }[] {
  const runs: { unit: number; units: number }[] = []
  for (const unit of all) {
    const last = runs.at(-1)
    if (last && last.unit + last.units === unit) last.units += 1
    else runs.push({ unit, units: 1 })
  }
  return runs
}

/** What each of these units of a line has of the shares of that line. */
export function amountsOf(shares: readonly UnitShare[], units: readonly number[]): number[] {
  const amounts = new Map<number, number>()
  for (const { unit, units: all, amount } of shares)
    for (let n = 0; n < all; n += 1) {
      const own = share(amount, n + 1, all) - share(amount, n, all)
      amounts.set(unit + n, (amounts.get(unit + n) ?? 0) + own)
    }
  return units.map((unit) => amounts.get(unit) ?? 0)
}

/** The shares of an order apart: those of refunded units, each by itself, and of refunded shipping; and the others. */
export function splitShares(
  shares: readonly UnitShare[],
  refunded: { units: UnitsByLine; shipping: boolean },
): { kept: UnitShare[]; open: UnitShare[] } {
  const gone = new Map([...refunded.units].map(([position, units]) => [position, new Set(units)]))
  const isGone = ({ position, unit }: UnitShare) =>
    position === null ? refunded.shipping : (gone.get(position)?.has(unit) ?? false)
  const all = shares.flatMap((one) =>
    one.position !== null && gone.has(one.position)
      ? Array.from({ length: one.units }, (_, n) => partOf(one, n, n + 1))
      : [one],
  )
  return { kept: all.filter(isGone), open: all.filter((one) => !isGone(one)) }
}

/** The share of some units of a share, counted from its first. */
function partOf(one: UnitShare, from: number, to: number): UnitShare {
  const of = (amount: number) => share(amount, to, one.units) - share(amount, from, one.units)
  return { ...one, unit: one.unit + from, units: to - from, amount: of(one.amount), waived: of(one.waived) }
}

const SHIPPING = { position: null, unit: 0, units: 1 } as const

/** The shares that an earlier version kept with the adjustments: of the first units of each line, one by one. */
function keptShares({ lines, adjustments }: DividedContent): UnitShare[] {
  const keptOn = ({ kept = [] }: { kept?: readonly KeptShare[] }, at: number | null) =>
    kept.find(({ position }) => position === at)?.upTo ?? []
  const ofUnits = lines.flatMap(({ unitPrice, quantity }, position) => {
    const gone = Math.max(0, ...adjustments.map((one) => keptOn(one, position).length))
    return Array.from({ length: gone }, (_, unit): UnitShare[] => {
      const own = { position, unit, units: 1, waived: 0 }
      const ofAdjustments = adjustments.map((one, adjustment) => {
        const isOwn = belongsToItems(one) && one.linePosition === position
        const upTo = (units: number) =>
          isOwn ? share(one.amount, units, quantity) : (keptOn(one, position)[units - 1] ?? 0)
        return { ...own, adjustment, amount: upTo(unit + 1) - upTo(unit) }
      })
      return [
        { ...own, adjustment: null, amount: unitPrice },
        ...ofAdjustments.filter(({ amount }) => amount !== 0),
      ]
    }).flat()
  })
  const ofShipping = adjustments.flatMap((one, adjustment): UnitShare[] => {
    const [amount = 0] = keptOn(one, null)
    return belongsToItems(one) && amount !== 0 ? [{ ...SHIPPING, adjustment, amount, waived: 0 }] : []
  })
  return [...ofUnits, ...ofShipping]
}

/** How much a sum that is shared among all items changes each line. No line costs less than nothing. */
function changeAmong(bases: readonly number[], before: number, after: number): number[] {
  const least = -bases.reduce((sum, base) => sum + base, 0)
  const [from, to] = [before, after].map((changed) => shareAmong(bases, Math.max(least, changed)))
  return bases.map((_base, at) => to![at]! - from![at]!)
}

function amountOf({ amount, tax }: Adjustment): number {
  return amount + (tax?.contained ?? 0)
}

function total<T>(all: readonly T[], amountOfOne: (one: T) => number): number {
  return all.reduce((sum, one) => sum + amountOfOne(one), 0)
}
