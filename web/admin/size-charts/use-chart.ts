import { useState } from 'react'
import type { Size } from '#domain/catalog/size.ts'
import type { SizeChart, SizeChartDraft } from '#domain/catalog/size-chart.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { useSavedVersions, type VersionActions } from '#web/admin/document/use-document.ts'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'
import { showToast } from '#web/ui/toast.tsx'
import {
  columnsOf,
  emptyColumn,
  isSame,
  readColumns,
  type ChartErrors,
  type TypedColumn,
} from './chart-values.ts'

const MESSAGES = {
  saved: 'Size chart saved',
  undone: 'Earlier version restored',
  changed: 'Someone else changed this size chart. Reload the page to see the current version.',
  failed: 'Failed to save size chart. Please try again.',
  wrong: 'Name each measurement once, and enter lengths in centimetres, such as 52 or 52.5.',
  signedOut: 'You are signed out. Sign in from another tab, then save again: nothing you typed is lost.',
} as const

const NONE: ChartErrors = new Set()

/** The editing state of one category's chart: typed values, errors and the result of saving. */
export function useChart(given: SizeChart, sizes: readonly Size[], onSaved: () => void) {
  const [base, setBase] = useState(given)
  const [columns, setColumns] = useState(() => columnsOf(given))
  const [errors, setErrors] = useState(NONE)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<SizeChart | null>(null)
  const isChanged = !isSame(columns, columnsOf(base))

  useUnsavedWarning(() => isChanged)

  const change = (id: number, edit: (column: TypedColumn) => TypedColumn) =>
    setColumns((all) => all.map((column) => (column.id === id ? edit(column) : column)))

  const params = { category: base.category }
  const actions: VersionActions<SizeChart, SizeChartDraft> = {
    save: (body) => call('PUT /api/staff/size-charts/:category', { params, body }),
    undo: (body) => call('POST /api/staff/size-charts/:category/undo', { params, body }),
  }
  const versions = useSavedVersions(actions, MESSAGES, show)

  function show(chart: SizeChart) {
    setBase(chart)
    setColumns(columnsOf(chart))
    setErrors(NONE)
    setRefusal(null)
    setTheirs(null)
    onSaved()
  }

  function refuse(answer: Extract<StaffAnswer<SizeChart>, { kind: 'refused' }>) {
    if (answer.code === 'changed-meanwhile' && answer.current) return setTheirs(answer.current)
    showToast('error', MESSAGES.failed, 5_000)
    setRefusal(answer.code === 'signed-out' ? MESSAGES.signedOut : (answer.title ?? MESSAGES.failed))
  }

  async function save(): Promise<void> {
    setRefusal(null)
    const read = readColumns(columns, sizes)
    setErrors('errors' in read ? read.errors : NONE)
    if ('errors' in read) return setRefusal(MESSAGES.wrong)
    const refused = await versions.save(base.version, read)
    if (refused !== null) refuse(refused)
  }

  return {
    version: base.version,
    columns,
    errors,
    refusal,
    saving: versions.busy,
    isChanged,
    theirs,
    add: () => setColumns((all) => [...all, emptyColumn()]),
    remove: (id: number) => setColumns((all) => all.filter((column) => column.id !== id)),
    rename: (id: number, name: string) => change(id, (column) => ({ ...column, name })),
    measure: (id: number, size: Size, typed: string) =>
      change(id, (column) => ({ ...column, cells: { ...column.cells, [size]: typed } })),
    save,
    restore: (to: number) => versions.restore(base.version, to),
    /** Back to what is saved. */
    discard: () => {
      setColumns(columnsOf(base))
      setErrors(NONE)
      setRefusal(null)
    },
    /** Saving replaces their version. */
    keepMine: () => {
      if (theirs) setBase(theirs)
      setTheirs(null)
    },
    takeTheirs: () => {
      if (theirs) show(theirs)
    },
  }
}
