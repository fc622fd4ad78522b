import type { TypedRow } from '#domain/csv.ts'

/** Where the columns of an imported table are, by the names that its reader gives them. */
export interface TableColumns {
  headings: readonly string[]
  at: ReadonlyMap<string, number>
}

/** A heading as it is compared: without a byte order mark and spaces around it, in lower case. */
export function plainHeading(heading: string): string {
  return heading
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
}

/** The places of the columns that are there. `names`: how each may be spelled, what is preferred first. */
export function placesOf(
  names: Readonly<Record<string, readonly string[]>>,
  known: readonly string[],
): (readonly [string, number])[] {
  return Object.entries(names).flatMap(([name, spellings]) => {
    const at = spellings.map((one) => known.indexOf(one.toLowerCase())).find((one) => one >= 0)
    return at === undefined ? [] : [[name, at] as const]
  })
}

/** A cell by the name of its column, without spaces around it and without what defuses a formula. */
export function cellAt({ at }: TableColumns, { cells }: TypedRow, name: string): string {
  return (cells[at.get(name) ?? -1] ?? '')
    .trim()
    .replaceAll(/(^|[;\t\r\n][ "]*)'(?=[=+\-@＝＋－＠\t\r])/g, '$1')
}

/** The heading of a column, as the file has it. */
export function headingAt({ at, headings }: TableColumns, name: string): string {
  return headings[at.get(name) ?? -1]?.trim() ?? name
}
