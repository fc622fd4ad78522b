import * as v from 'valibot'
import { askedPage, searchedFor } from './list-address.ts'

/** What the address of a list says: words, a state, a page. Blank asks for everything. */
export interface NarrowedList<State extends string = string> {
  q: string
  state: State | ''
  page: number
}

/** The names that it has in an address. */
export const NARROWED_NAMES = ['q', 'state', 'page'] as const

/** Reads the address of a list. What it says wrongly counts as not said. */
export function parseNarrowedList<State extends string>(
  query: URLSearchParams,
  states: Readonly<Record<State, string>>,
): NarrowedList<State> {
  const codes = Object.keys(states) as State[]
  return {
    q: v.parse(searchedFor, query.get('q')),
    state: v.parse(v.fallback(v.picklist([...codes, '']), ''), query.get('state')) as State | '',
    page: v.parse(askedPage, query.get('page')),
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
