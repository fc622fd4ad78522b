import { useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { MAX_SELECTED } from '#domain/list-filter.ts'

/** What a list is of, by what its rows are selected with: the numbers of orders, the ids of products. */
export type SelectedList = 'orders' | 'products'

/** The rows that a member has selected: on every page of every search, in every tab of this browser, until cleared. */
export interface Selection {
  keys: readonly string[]
  has: (key: string) => boolean
  /** How many of them are on this page. */
  here: number
  /** Every row of the page is selected. */
  isPage: boolean
  /** Selects or clears a row; with `range`, every row from the last one touched to this one. */
  toggle: (key: string, range?: boolean) => void
  togglePage: () => void
  add: (keys: readonly string[]) => void
  /** Only these stay selected. */
  keep: (keys: readonly string[]) => void
  clear: () => void
}

/** The selection of a member. `page`: the rows of the page that is shown, in order. */
export function useSelection(list: SelectedList, member: string, page: readonly string[]): Selection {
  const keys = useSyncExternalStore(
    listen,
    () => selectedBy(list, member),
    () => NONE,
  )
  const [last, setLast] = useState<string | null>(null)
  const chosen = new Set(keys)
  const here = page.filter((key) => chosen.has(key)).length
  const isPage = page.length > 0 && here === page.length
  const keep = (next: Iterable<string>) => write(list, member, [...next].slice(0, MAX_SELECTED))
  return {
    keys,
    has: (key) => chosen.has(key),
    here,
    isPage,
    toggle(key, range = false) {
      keep(toggled(chosen, page, last, key, range))
      setLast(key)
    },
    togglePage: () => keep(isPage ? chosen.difference(new Set(page)) : [...new Set([...keys, ...page])]),
    add: (more) => keep(new Set([...keys, ...more])),
    keep,
    clear: () => keep([]),
  }
}

/**
 * The selection after a row was touched: it is selected or cleared; with `range`, every row of the page from the one
 * touched before is selected.
 */
export function toggled(
  chosen: ReadonlySet<string>,
  page: readonly string[],
  last: string | null,
  key: string,
  range: boolean,
): Set<string> {
  const next = new Set(chosen)
  if (range) for (const each of between(page, last ?? key, key)) next.add(each)
  else if (!next.delete(key)) next.add(key)
  return next
}

/** The rows from one to the other, both included. */
function between(page: readonly string[], one: string, other: string): readonly string[] {
  const [from = -1, to = -1] = [page.indexOf(one), page.indexOf(other)].toSorted((a, b) => a - b)
  return from < 0 ? [other] : page.slice(from, to + 1)
}

const NONE: readonly string[] = []
const storedSchema = v.object({ by: v.string(), keys: v.array(v.string()) })

const listeners = new Set<() => void>()
/** What is selected where the browser stores nothing. */
const unstored: Partial<Record<SelectedList, string>> = {}
const read: Partial<Record<SelectedList, { text: string; by: string; keys: readonly string[] }>> = {}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Another member at the same browser begins with nothing selected. */
function selectedBy(list: SelectedList, member: string): readonly string[] {
  let text = unstored[list] ?? ''
  try {
    text = localStorage.getItem(`selected-${list}`) ?? ''
  } catch {
    // What was selected since the page was opened.
  }
  const before = read[list]
  if (before?.text === text && before.by === member) return before.keys
  const keys = keysIn(text, member)
  read[list] = { text, by: member, keys }
  return keys
}

function keysIn(text: string, member: string): readonly string[] {
  try {
    const stored = v.safeParse(storedSchema, JSON.parse(text))
    return stored.success && stored.output.by === member ? stored.output.keys : NONE
  } catch {
    return NONE
  }
}

function write(list: SelectedList, member: string, keys: readonly string[]): void {
  const text = JSON.stringify({ by: member, keys })
  unstored[list] = text
  try {
    localStorage.setItem(`selected-${list}`, text)
  } catch {
    // Kept until the page is left.
  }
  for (const changed of listeners) changed()
}
