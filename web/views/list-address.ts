import * as v from 'valibot'
import { LONGEST_QUERY } from '#domain/catalogue/search.ts'

const LAST_PAGE = 100_000

/** The words that the address of a list searches for; none when it says none. */
export const searchedFor = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, LONGEST_QUERY)),
  ),
  '',
)

/** The page that the address of a list asks for; the first when it says nothing, or nonsense. */
export const askedPage = v.fallback(
  v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(LAST_PAGE)),
  1,
)
