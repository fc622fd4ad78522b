/** The selected orders of a page of the list, or everything that its filter matches. */
export interface Selected {
  chosen: ReadonlySet<string>
  /** Everything that matches is selected, on every page of the list. */
  all: boolean
  /** The order that was selected or cleared last, where a range begins. */
  last: string | null
}

export const NOTHING_SELECTED: Selected = { chosen: new Set(), all: false, last: null }

/**
 * Selects or clears an order; with `range`, selects every order from the last one touched to this one. `ids` are the
 * orders of the page, in order. After that, a selection of everything is one of this page.
 */
export function toggled(before: Selected, ids: readonly string[], id: string, range: boolean): Selected {
  const chosen = new Set(before.all ? ids : before.chosen)
  const select = range || !chosen.has(id)
  for (const each of range ? between(ids, before.last ?? id, id) : [id]) {
    if (select) chosen.add(each)
    else chosen.delete(each)
  }
  return { chosen, all: false, last: id }
}

/** The ids from one to the other, both included. */
function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from = -1, to = -1] = [ids.indexOf(one), ids.indexOf(other)].toSorted((a, b) => a - b)
  return from < 0 ? [other] : ids.slice(from, to + 1)
}
