import { useEffect, useEffectEvent, useState } from 'react'
import type { Size } from '#domain/catalogue/size.ts'
import type { SizeChart } from '#domain/catalogue/size-chart.ts'
import { askStaff } from '#web/admin/ask-staff.ts'
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
  failed: 'Failed to save size chart. Please try again.',
  wrong: 'Name each measurement once, and type lengths in centimetres, such as 52 or 52.5.',
  signedOut: 'You are signed out. Sign in in another tab, then save again: nothing you typed is lost.',
} as const

const NONE: ChartErrors = new Set()

/** The editing state of one category's chart: typed values, errors and the result of saving. */
export function useChart(given: SizeChart, sizes: readonly Size[]) {
  const [base, setBase] = useState(given)
  const [columns, setColumns] = useState(() => columnsOf(given))
  const [errors, setErrors] = useState(NONE)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<SizeChart | null>(null)
  const [saving, setSaving] = useState(false)
  const isChanged = !isSame(columns, columnsOf(base))

  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isChanged) event.preventDefault()
  })
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => warn(event)
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [])

  const change = (id: number, edit: (column: TypedColumn) => TypedColumn) =>
    setColumns((all) => all.map((column) => (column.id === id ? edit(column) : column)))

  async function save(): Promise<void> {
    setRefusal(null)
    const read = readColumns(columns, sizes)
    setErrors('errors' in read ? read.errors : NONE)
    if ('errors' in read) return setRefusal(MESSAGES.wrong)
    setSaving(true)
    const address = `/api/staff/size-charts/${encodeURIComponent(base.category)}`
    const answer = await askStaff<SizeChart>('PUT', address, { ...read, version: base.version })
    setSaving(false)
    if (answer.kind === 'done') {
      setBase(answer.value)
      setColumns(columnsOf(answer.value))
      setTheirs(null)
      return void showToast('success', MESSAGES.saved)
    }
    if (answer.code === 'changed-meanwhile' && answer.current) return setTheirs(answer.current)
    showToast('error', MESSAGES.failed, 5_000)
    setRefusal(answer.code === 'signed-out' ? MESSAGES.signedOut : (answer.title ?? MESSAGES.failed))
  }

  return {
    columns,
    errors,
    refusal,
    saving,
    isChanged,
    theirs,
    add: () => setColumns((all) => [...all, emptyColumn()]),
    remove: (id: number) => setColumns((all) => all.filter((column) => column.id !== id)),
    rename: (id: number, name: string) => change(id, (column) => ({ ...column, name })),
    measure: (id: number, size: Size, typed: string) =>
      change(id, (column) => ({ ...column, cells: { ...column.cells, [size]: typed } })),
    save,
    keepMine: () => {
      if (theirs) setBase(theirs)
      setTheirs(null)
    },
    takeTheirs: () => {
      if (!theirs) return
      setBase(theirs)
      setColumns(columnsOf(theirs))
      setTheirs(null)
    },
  }
}
