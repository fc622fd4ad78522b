import * as v from 'valibot'
import { LONGEST_QUERY } from '#domain/search.ts'

const LAST_PAGE = 100_000

/** What the address of a list says: words, a state, a page. Blank asks for everything. */
export interface NarrowedList<State extends string = string> {
  q: string
  state: State | ''
  page: number
}

/** The names that it has in an address. */
export const NARROWED_NAMES = ['q', 'state', 'page'] as const

const querySchema = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, LONGEST_QUERY)),
  ),
  '',
)
const pageSchema = v.fallback(
  v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(LAST_PAGE)),
  1,
)

/** Reads the address of a list. What it says wrongly counts as not said. */
export function parseNarrowedList<State extends string>(
  query: URLSearchParams,
  states: Readonly<Record<State, string>>,
): NarrowedList<State> {
  const codes = Object.keys(states) as State[]
  return {
    q: v.parse(querySchema, query.get('q')),
    state: v.parse(v.fallback(v.picklist([...codes, '']), ''), query.get('state')) as State | '',
    page: v.parse(pageSchema, query.get('page')),
  }
}

/** The address of such a list below `path`, without what goes without saying. */
export function narrowedAddress(path: string, { q, state, page }: NarrowedList): string {
  const said = new URLSearchParams()
  if (q !== '') said.set('q', q)
  if (state !== '') said.set('state', state)
  if (page > 1) said.set('page', String(page))
  return said.size === 0 ? path : `${path}?${said}`
}
