import type { Adjustment, KeptShare } from '#domain/orders/order-total.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import { share, shareAmong } from '#domain/share-among.ts'

/**
 * An amount of an order while it is divided, in CAD cents: the kept shares of units and shipping that were refunded
 * before a change, and the rest.
 */
export interface DividedAmount {
  /** Of 1, 2 ... units of each line. */
  kept: (readonly number[])[]
  open: number[]
  keptShipping: number | null
  openShipping: number
}

/** What the first 0, 1, 2 ... units of each line have of an amount, and the shipping. */
export function unitsOf(
  { kept, open, keptShipping, openShipping }: DividedAmount,
  lines: readonly OrderLine[],
): { units: number[][]; shipping: number } {
  const units = lines.map(({ quantity }, at) => {
    const own = kept[at] ?? []
    const before = lastOf(own)
    const left = quantity - own.length
    const sums = [0, ...own]
    for (let more = 1; more <= left; more += 1) sums.push(before + share(open[at] ?? 0, more, left))
    return sums
  })
  return { units, shipping: (keptShipping ?? 0) + openShipping }
}

/** Divides one adjustment: what was kept, and the rest by price among the units that were not refunded then. */
export function divided(
  lines: readonly OrderLine[],
  prices: readonly number[],
  { kept: shares, linePosition }: Adjustment,
  { amount, ofShipping }: { amount: number; ofShipping: number },
): DividedAmount {
  const one = { kept: shares }
  const kept = lines.map((_line, at) => keptOn([one], at))
  const keptShipping = keptOn([one], null)
  const rest = amount - ofShipping - kept.reduce((sum, own) => sum + lastOf(own), 0)
  const open =
    linePosition === undefined
      ? shareAmong(openPrices(lines, prices, kept), rest)
      : lines.map((_line, at) => (at === linePosition ? rest : 0))
  const isShippingKept = keptShipping.length > 0
  return {
    kept,
    open,
    keptShipping: isShippingKept ? ofShipping : null,
    // What cannot be attributed to an item belongs to the shipping.
    openShipping: (isShippingKept ? 0 : ofShipping) + rest - total(open),
  }
}

/** The price of the units of each line that have no kept share. */
export function openPrices(
  lines: readonly OrderLine[],
  prices: readonly number[],
  kept: readonly (readonly number[])[],
): number[] {
  return prices.map((price, at) => price - share(price, kept[at]?.length ?? 0, lines[at]!.quantity))
}

/** What some adjustments keep together of 1, 2 ... units of a line, or of the shipping. */
export function keptOn(
  adjustments: readonly { kept?: readonly KeptShare[] | undefined }[],
  position: number | null,
): readonly number[] {
  return adjustments
    .flatMap(({ kept = [] }) => kept.filter((one) => one.position === position))
    .reduce<readonly number[]>((sum, { upTo }) => upTo.map((amount, at) => amount + (sum[at] ?? 0)), [])
}

/** The last of the running sums; zero when there are none. */
export function lastOf(amounts: readonly number[]): number {
  return amounts.at(-1) ?? 0
}

/** The sum of some amounts. */
export function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0)
}
