import type { Cents } from '#domain/money.ts'
import { reducedFrom } from './product.ts'

/** A price of a product and the one that it is compared with, from a time on until the next. Epoch milliseconds. */
export interface PricePeriod {
  since: number
  price: Cents
  compareAt: Cents | null
}

/** How far back a prior price goes: Directive 98/6/EC, Article 6a. */
const PRIOR_MS = 30 * 24 * 60 * 60_000

/**
 * The lowest price of the 30 days before the current reduction began. `periods`: oldest first. A reduction that only
 * grew began with its first step. Null: the product is not reduced, or was not offered before.
 */
export function priorPrice(periods: readonly PricePeriod[]): Cents | null {
  let first = periods.length - 1
  const current = periods[first]
  if (!current || reducedFrom(current) === null) return null
  const isStepBefore = (at: number) =>
    at >= 0 && reducedFrom(periods[at]!) !== null && periods[at]!.price >= periods[at + 1]!.price
  while (isStepBefore(first - 1)) first -= 1
  const began = periods[first]!.since
  const asked = periods.filter(
    (_one, at) => at < first && (periods[at + 1]?.since ?? Infinity) > began - PRIOR_MS,
  )
  return asked.reduce<Cents | null>(
    (lowest, { price }) => (lowest === null || price < lowest ? price : lowest),
    null,
  )
}

/** Whether a product was ever offered at a price as high as the one that it is compared with. */
export function wasAsked(periods: readonly { price: number }[], compareAt: number): boolean {
  return periods.some(({ price }) => price >= compareAt)
}
