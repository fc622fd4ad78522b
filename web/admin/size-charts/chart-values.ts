import type { Size } from '#domain/catalog/size.ts'
import { formatCentimetres, parseCentimetres, type SizeChartDraft } from '#domain/catalog/size-chart.ts'
import type { Faults } from '#web/admin/document/use-document.ts'

/** One measurement as typed: its name, and centimetres for each size. */
export interface TypedColumn {
  /** Stays the same when the name changes. */
  id: number
  name: string
  cells: Partial<Record<Size, string>>
}

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

/** A chart as typed. `name`: of one that products name; blank for a category's. */
export interface TypedChart {
  name: string
  columns: TypedColumn[]
}

/** What tells typed charts apart. */
export function textOf({ name: own, columns }: TypedChart): string {
  return JSON.stringify([
    own.trim(),
    ...columns.map(({ name, cells }) => [
      name,
      Object.entries(cells)
        .filter(([, typed]) => typed)
        .toSorted(),
    ]),
  ])
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

/** The chart of columns that can be read. */
export function chartOf(columns: readonly TypedColumn[], sizes: readonly Size[]): SizeChartDraft {
  return {
    measurements: columns.map(({ name }) => name.trim()),
    rows: sizes.map((size) => ({
      size,
      lengths: columns.map(({ cells }) => parseCentimetres(cells[size] ?? '')),
    })),
  }
}

/** What cannot be read: `name-{id}` or `{size}-{id}`. */
export function wrongColumns(columns: readonly TypedColumn[], sizes: readonly Size[]): Faults {
  const names = columns.map(({ name }) => name.trim().toLowerCase())
  const wrong = columns.flatMap(({ id, cells }, at) => [
    ...(names[at] === '' || names.indexOf(names[at] ?? '') !== at ? [`name-${id}`] : []),
    ...sizes
      .filter((size) => Number.isNaN(parseCentimetres(cells[size] ?? '')))
      .map((size) => `${size}-${id}`),
  ])
  return Object.fromEntries(wrong.map((place) => [place, 'This cannot be read.']))
}

/** `Used by 3 products` */
export function usedBy(products: number): string {
  if (products === 0) return 'No product uses it yet.'
  return `Used by ${products === 1 ? '1 product' : `${products.toLocaleString('en-CA')} products`}.`
}
