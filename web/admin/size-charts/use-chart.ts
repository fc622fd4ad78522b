import type { Size } from '#domain/catalog/size.ts'
import {
  ownChartHandle,
  type ChartKey,
  type SizeChart,
  type SizeChartDraft,
} from '#domain/catalog/size-chart.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { useDocument } from '#web/admin/document/use-document.ts'
import {
  chartOf,
  columnsOf,
  emptyColumn,
  textOf,
  wrongColumns,
  type TypedChart,
  type TypedColumn,
} from './chart-values.ts'

const MESSAGES = {
  saved: 'Size chart saved',
  changed: 'Someone else changed this size chart. Reload the page to see the current version.',
  failed: 'Failed to save size chart. Please try again.',
  wrong: 'Name each measurement once, and enter lengths in centimetres, such as 52 or 52.5.',
} as const

/** One chart while it is edited. */
export function useChart(
  category: ChartKey,
  { version, value }: SettingVersion<SizeChartDraft>,
  sizes: readonly Size[],
  onSaved: () => void,
) {
  const params = { category }
  const hasName = ownChartHandle(category) !== null
  const document = useDocument<SizeChart, TypedChart, SizeChartDraft>(
    {
      draftOf: (chart) => ({ name: chart.name ?? '', columns: columnsOf(chart) }),
      sentOf: ({ name, columns }) => ({ ...(hasName && { name: name.trim() }), ...chartOf(columns, sizes) }),
      textOf,
      check: ({ name, columns }) => ({
        ...(hasName && name.trim() === '' && { name: 'Enter a name, such as Relaxed hoodie.' }),
        ...wrongColumns(columns, sizes),
      }),
      save: (chart, before) =>
        call('PUT /api/staff/size-charts/:category', { params, body: { ...chart, version: before } }),
      undo: (body) => call('POST /api/staff/size-charts/:category/undo', { params, body }),
      messages: MESSAGES,
    },
    { ...value, category, version },
    onSaved,
  )
  const editColumns = (edit: (columns: TypedColumn[]) => TypedColumn[]) =>
    document.edit((chart) => ({ ...chart, columns: edit(chart.columns) }))
  const change = (id: number, edit: (column: TypedColumn) => TypedColumn) =>
    editColumns((all) => all.map((column) => (column.id === id ? edit(column) : column)))
  return {
    ...document,
    hasName,
    call: (name: string) => document.edit((chart) => ({ ...chart, name })),
    add: () => editColumns((all) => [...all, emptyColumn()]),
    remove: (id: number) => editColumns((all) => all.filter((column) => column.id !== id)),
    rename: (id: number, name: string) => change(id, (column) => ({ ...column, name })),
    measure: (id: number, size: Size, typed: string) =>
      change(id, (column) => ({ ...column, cells: { ...column.cells, [size]: typed } })),
  }
}
