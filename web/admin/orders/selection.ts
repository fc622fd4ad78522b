/** The selected orders of a page of the list, by number, or everything that its filter matches. */
export interface Selected {
  chosen: ReadonlySet<string>
  /** Everything that matches is selected, on every page of the list. */
  all: boolean
  /** The order that was selected or cleared last, where a range begins. */
  last: string | null
}

export const NOTHING_SELECTED: Selected = { chosen: new Set(), all: false, last: null }

/**
 * Selects or clears an order; with `range`, selects every order from the last one touched to this one. `numbers` are
 * the orders of the page, in order. After that, a selection of everything is one of this page.
 */
export function toggled(
  before: Selected,
  numbers: readonly string[],
  number: string,
  range: boolean,
): Selected {
  const chosen = new Set(before.all ? numbers : before.chosen)
  const select = range || !chosen.has(number)
  for (const each of range ? between(numbers, before.last ?? number, number) : [number]) {
    if (select) chosen.add(each)
    else chosen.delete(each)
  }
  return { chosen, all: false, last: number }
}

/** The numbers from one to the other, both included. */
function between(numbers: readonly string[], one: string, other: string): readonly string[] {
  const [from = -1, to = -1] = [numbers.indexOf(one), numbers.indexOf(other)].toSorted((a, b) => a - b)
  return from < 0 ? [other] : numbers.slice(from, to + 1)
}
