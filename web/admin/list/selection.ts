import { useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { MAX_SELECTED } from '#domain/orders/order-filters.ts'

/**
 * The orders that a member has selected: on every page of every list, in every tab of this browser, until they are
 * cleared.
 */
export interface Selection {
  numbers: readonly string[]
  has: (number: string) => boolean
  /** How many of them are on this page. */
  here: number
  /** Every order of the page is selected. */
  isPage: boolean
  /** Selects or clears an order; with `range`, every order from the last one touched to this one. */
  toggle: (number: string, range?: boolean) => void
  togglePage: () => void
  add: (numbers: readonly string[]) => void
  clear: () => void
}

/** The selection of a member. `page`: the orders of the page that is shown, in order. */
export function useSelection(member: string, page: readonly string[]): Selection {
  const numbers = useSyncExternalStore(
    listen,
    () => selectedBy(member),
    () => NONE,
  )
  const [last, setLast] = useState<string | null>(null)
  const chosen = new Set(numbers)
  const here = page.filter((number) => chosen.has(number)).length
  const isPage = page.length > 0 && here === page.length
  const keep = (next: Iterable<string>) => write(member, [...next].slice(0, MAX_SELECTED))
  return {
    numbers,
    has: (number) => chosen.has(number),
    here,
    isPage,
    toggle(number, range = false) {
      keep(toggled(chosen, page, last, number, range))
      setLast(number)
    },
    togglePage: () => keep(isPage ? chosen.difference(new Set(page)) : [...new Set([...numbers, ...page])]),
    add: (more) => keep(new Set([...numbers, ...more])),
    clear: () => keep([]),
  }
}

/**
 * The selection after an order was touched: it is selected or cleared; with `range`, every order of the page from the
 * one touched before is selected.
 */
export function toggled(
  chosen: ReadonlySet<string>,
  page: readonly string[],
  last: string | null,
  number: string,
  range: boolean,
): Set<string> {
  const next = new Set(chosen)
  if (range) for (const each of between(page, last ?? number, number)) next.add(each)
  else if (!next.delete(number)) next.add(number)
  return next
}

/** The numbers from one to the other, both included. */
function between(page: readonly string[], one: string, other: string): readonly string[] {
  const [from = -1, to = -1] = [page.indexOf(one), page.indexOf(other)].toSorted((a, b) => a - b)
  return from < 0 ? [other] : page.slice(from, to + 1)
}

const STORED = 'selected-orders'
const NONE: readonly string[] = []
const storedSchema = v.object({ by: v.string(), numbers: v.array(v.string()) })

const listeners = new Set<() => void>()
/** What is selected where the browser stores nothing. */
let unstored = ''
let read = { text: '', by: '', numbers: NONE }

function listen(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Another member at the same browser begins with nothing selected. */
function selectedBy(member: string): readonly string[] {
  let text = unstored
  try {
    text = localStorage.getItem(STORED) ?? ''
  } catch {
    // What was selected since the page was opened.
  }
  if (read.text !== text || read.by !== member) read = { text, by: member, numbers: numbersIn(text, member) }
  return read.numbers
}

function numbersIn(text: string, member: string): readonly string[] {
  try {
    const stored = v.safeParse(storedSchema, JSON.parse(text))
    return stored.success && stored.output.by === member ? stored.output.numbers : NONE
  } catch {
    return NONE
  }
}

function write(member: string, numbers: readonly string[]): void {
  unstored = JSON.stringify({ by: member, numbers })
  try {
    localStorage.setItem(STORED, unstored)
  } catch {
    // Kept until the page is left.
  }
  for (const changed of listeners) changed()
}
