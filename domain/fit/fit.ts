import type { Size } from '#domain/catalog/size.ts'
import { recordOf } from '#domain/record-of.ts'
import { spreadAmong } from '#domain/share-among.ts'

/** How a piece turned out, by who wears it. */
export const FITS = ['small', 'true', 'large'] as const
/** One of them: `true` is true to its size. */
export type Fit = (typeof FITS)[number]

/** From how many answers on the shop says how a product fits: fewer say little, and may tell who gave them. */
export const MIN_FIT_ANSWERS = 5

/** How many gave each answer. */
export type FitCounts = Readonly<Record<Fit, number>>

/** What the answers say together; `mixed`: too different to say. */
export type FitVerdict = Fit | 'mixed'

/** What the shop says of how something fits. `percent`: whole numbers, 100 together. */
export interface FitFigures {
  verdict: FitVerdict
  percent: FitCounts
  answers: number
}

/** A product of which enough answered, and those of its sizes of which enough did, in the order of the counts. */
export interface ProductFit {
  all: FitFigures
  sizes: { size: Size; figures: FitFigures }[]
}

/** The answers as figures; null: there are too few. */
export function fitFigures(counts: FitCounts): FitFigures | null {
  const answers = FITS.reduce((sum, fit) => sum + counts[fit], 0)
  if (answers < MIN_FIT_ANSWERS) return null
  const percents = spreadAmong(
    FITS.map((fit) => counts[fit]),
    100,
  )
  return { verdict: verdictOf(counts, answers), percent: byFit((_fit, at) => percents[at]!), answers }
}

/**
 * It runs small when a quarter or more say so, and at least twice as many as say the contrary: who expects it to fit
 * chooses by that. Large likewise.
 */
function verdictOf({ small, large }: FitCounts, answers: number): FitVerdict {
  const isTold = (some: number, others: number) => some * 4 >= answers && some >= others * 2
  if (isTold(small, large)) return 'small'
  if (isTold(large, small)) return 'large'
  return (small + large) * 2 > answers ? 'mixed' : 'true'
}

/** The figures of a product, from the counts of its sizes; null: too few answered. */
export function productFit(counted: readonly { size: Size; counts: FitCounts }[]): ProductFit | null {
  const all = fitFigures(byFit((fit) => counted.reduce((sum, { counts }) => sum + counts[fit], 0)))
  if (all === null) return null
  const sizes = counted.flatMap(({ size, counts }) => {
    const figures = fitFigures(counts)
    return figures === null ? [] : [{ size, figures }]
  })
  return { all, sizes }
}

/** A value for each answer. */
export function byFit<Value>(valueOf: (fit: Fit, at: number) => Value): Record<Fit, Value> {
  return recordOf<Record<Fit, Value>>(FITS, (fit) => valueOf(fit, FITS.indexOf(fit)))
}
