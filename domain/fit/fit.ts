import type { Size } from '#domain/catalog/size.ts'
import type { FitAnswerId, ProductId } from '#domain/ids.ts'
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

/** What became of the words of a customer. They are shown once staff have published them. */
export const WORDS_STATES = ['waiting', 'published', 'refused', 'taken-down'] as const
/** One of them: `taken-down` was published before. */
export type WordsState = (typeof WORDS_STATES)[number]

/** What staff may decide. */
export const STAFF_DECISIONS = ['published', 'refused', 'taken-down'] as const
/** One of them. */
export type StaffDecision = (typeof STAFF_DECISIONS)[number]

/** Which states may follow by a decision of staff. Words that their customer changes wait again. */
export const WORDS_TRANSITIONS: Readonly<Record<WordsState, readonly StaffDecision[]>> = {
  waiting: ['published', 'refused'],
  published: ['taken-down'],
  refused: ['published'],
  'taken-down': ['published'],
}

/** The states as staff read them. */
export const WORDS_STATE_WORDS: Readonly<Record<WordsState, string>> = {
  waiting: 'To read',
  published: 'Published',
  refused: 'Refused',
  'taken-down': 'Taken down',
}

/** In characters. Each form has to stay within what a form of a page may have. */
export const MAX_FIT_WORDS_LENGTH = 400
/** How many the page of a product shows. */
export const MAX_SHOWN_WORDS = 12

/** What a customer wrote to an answer. `name`: the first name to be shown; empty: none. */
export interface FitWords {
  id: FitAnswerId
  version: number
  state: WordsState
  fit: Fit
  words: string
  name: string
  size: Size
  productId: ProductId
  productName: string
  /** The number of the order. */
  order: string
  writtenAt: number
}
