import * as v from 'valibot'
import { MAX_QUERY_LENGTH } from '#domain/catalogue/search/search.ts'

const LAST_PAGE = 100_000

/** The search text in the address of a list; empty when there is none. */
export const searchedFor = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll('\0', '').slice(0, MAX_QUERY_LENGTH)),
  ),
  '',
)

/** The page number in the address of a list; the first page when it is missing or invalid. */
export const pageParameter = v.fallback(
  v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(LAST_PAGE)),
  1,
)
