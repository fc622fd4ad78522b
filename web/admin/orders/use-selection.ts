import { useState } from 'react'
import { NOTHING_SELECTED, toggled } from './selection.ts'

/** The selection of a page, and what changes it. */
export interface Selection {
  has: (number: string) => boolean
  /** Everything that matches is selected, on every page of the list. */
  all: boolean
  size: number
  /** Every order of the page is selected. */
  isPage: boolean
  /** Selects or clears an order; with `range`, every order from the last one touched to this one. */
  toggle: (number: string, range?: boolean) => void
  togglePage: () => void
  selectAll: () => void
  clear: () => void
}

/** The selection in a page of a list. `numbers`: the orders of the page, in order; `total`: how many match. */
export function useSelection(numbers: readonly string[], total: number): Selection {
  const [{ chosen, all, last }, setSelected] = useState(NOTHING_SELECTED)
  const here = numbers.filter((number) => all || chosen.has(number))
  const isPage = numbers.length > 0 && here.length === numbers.length
  const clear = () => setSelected(NOTHING_SELECTED)
  return {
    has: (number) => all || chosen.has(number),
    all,
    size: all ? total : here.length,
    isPage,
    toggle: (number, range = false) => setSelected((before) => toggled(before, numbers, number, range)),
    togglePage: () => (isPage ? clear() : setSelected({ chosen: new Set(numbers), all: false, last })),
    selectAll: () => setSelected({ chosen, all: true, last }),
    clear,
  }
}
