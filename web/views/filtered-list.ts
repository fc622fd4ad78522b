import * as v from 'valibot'
import { pageParameter, searchedFor } from './list-address.ts'

/** The filters in the address of a list: search text, state and page. Blank: no filter. */
export interface FilteredList<State extends string = string> {
  q: string
  state: State | ''
  page: number
}

/** The query parameters of the filters. */
export const FILTER_NAMES = ['q', 'state', 'page'] as const

/** Parses the address of a list. Invalid values count as missing. */
export function parseFilteredList<State extends string>(
  query: URLSearchParams,
  states: Readonly<Record<State, string>>,
): FilteredList<State> {
  const codes = Object.keys(states) as State[]
  return {
    q: v.parse(searchedFor, query.get('q')),
    state: v.parse(v.fallback(v.picklist([...codes, '']), ''), query.get('state')) as State | '',
    page: v.parse(pageParameter, query.get('page')),
  }
}

/** The address of a filtered list below `path`, without default values. */
export function filteredAddress(path: string, { q, state, page }: FilteredList): string {
  const query = new URLSearchParams()
  if (q !== '') query.set('q', q)
  if (state !== '') query.set('state', state)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? path : `${path}?${query}`
}
