import type { Size } from '#domain/catalog/size.ts'
import { formatCentimetres, parseCentimetres, type SizeChartDraft } from '#domain/catalog/size-chart.ts'

/** One measurement as typed: its name, and centimetres for each size. */
export interface TypedColumn {
  /** Stays the same when the name changes. */
  id: number
  name: string
  cells: Partial<Record<Size, string>>
}

/** The invalid fields: `name-{id}` or `{size}-{id}`. */
export type ChartErrors = ReadonlySet<string>

let lastId = 0

export function emptyColumn(): TypedColumn {
  lastId += 1
  return { id: lastId, name: '', cells: {} }
}

export function columnsOf({ measurements, rows }: SizeChartDraft): TypedColumn[] {
  return measurements.map((name, at) => {
    const column = { ...emptyColumn(), name }
    for (const { size, lengths } of rows) {
      const length = lengths[at] ?? null
      if (length !== null) column.cells[size] = formatCentimetres(length)
    }
    return column
  })
}

export function isSame(some: readonly TypedColumn[], others: readonly TypedColumn[]): boolean {
  const words = (columns: readonly TypedColumn[]) =>
    JSON.stringify(
      columns.map(({ name, cells }) => [
        name,
        Object.entries(cells)
          .filter(([, typed]) => typed)
          .toSorted(),
      ]),
    )
  return words(some) === words(others)
}

/** What is typed, as far as it can be read: without columns that lack a unique name, and without invalid lengths. */
export function readableColumns(columns: readonly TypedColumn[], sizes: readonly Size[]): SizeChartDraft {
  const names = columns.map(({ name }) => name.trim())
  const named = columns.filter((_column, at) => names[at] !== '' && names.indexOf(names[at] ?? '') === at)
  const rows = sizes.map((size) => ({
    size,
    lengths: named.map(({ cells }) => parseCentimetres(cells[size] ?? '') || null),
  }))
  return {
    measurements: named.map(({ name }) => name.trim()),
    rows: rows.filter(({ lengths }) => lengths.some((length) => length !== null)),
  }
}

/** Parses the typed columns into a chart, or returns the invalid fields. */
export function readColumns(
  columns: readonly TypedColumn[],
  sizes: readonly Size[],
): SizeChartDraft | { errors: ChartErrors } {
  const errors = new Set<string>()
  const names = columns.map(({ name }) => name.trim().toLowerCase())
  for (const [at, { id }] of columns.entries()) {
    const name = names[at] ?? ''
    if (name === '' || names.indexOf(name) !== at) errors.add(`name-${id}`)
  }
  const rows = sizes.map((size) => ({
    size,
    lengths: columns.map(({ id, cells }) => {
      const length = parseCentimetres(cells[size] ?? '')
      if (Number.isNaN(length)) errors.add(`${size}-${id}`)
      return length
    }),
  }))
  return errors.size > 0 ? { errors } : { measurements: columns.map(({ name }) => name.trim()), rows }
}
