import { useState } from 'react'
import { NOTHING_SELECTED, toggled } from './selection.ts'

/** The selection of a page, and what changes it. */
export interface Selection {
  has: (id: string) => boolean
  /** Everything that matches is selected, on every page of the list. */
  all: boolean
  size: number
  /** Every order of the page is selected. */
  isPage: boolean
  /** Selects or clears an order; with `range`, every order from the last one touched to this one. */
  toggle: (id: string, range?: boolean) => void
  togglePage: () => void
  selectAll: () => void
  clear: () => void
}

/** The selection in a page of a list. `ids`: the orders of the page, in order; `total`: how many match. */
export function useSelection(ids: readonly string[], total: number): Selection {
  const [{ chosen, all, last }, setSelected] = useState(NOTHING_SELECTED)
  const here = ids.filter((id) => all || chosen.has(id))
  const isPage = ids.length > 0 && here.length === ids.length
  const clear = () => setSelected(NOTHING_SELECTED)
  return {
    has: (id) => all || chosen.has(id),
    all,
    size: all ? total : here.length,
    isPage,
    toggle: (id, range = false) => setSelected((before) => toggled(before, ids, id, range)),
    togglePage: () => (isPage ? clear() : setSelected({ chosen: new Set(ids), all: false, last })),
    selectAll: () => setSelected({ chosen, all: true, last }),
    clear,
  }
}
