import { useRef, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import type { TrackingRowView } from '#web/views/packing/tracking-row.ts'

/** How long typing pauses before the rows are looked up. */
const DEBOUNCE_MS = 300

/** The typed rows, and what the shop finds for each. `onChange` is called before other rows are looked up. */
export function useTrackingRows(onChange: () => void) {
  const [text, setText] = useState('')
  const [rows, setRows] = useState<TrackingRowView[]>([])
  const [wrongText, setWrongText] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const asked = useRef(0)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  const wrong = rows.filter(({ problem }) => problem !== null)
  const ready = rows.filter(({ problem, isDone }) => problem === null && !isDone)

  function change(next: string, waitMs = DEBOUNCE_MS) {
    onChange()
    setText(next)
    setRows([])
    setFailure(null)
    setWrongText(undefined)
    clearTimeout(pause.current)
    const request = ++asked.current
    if (next.trim() !== '') pause.current = setTimeout(() => void lookUp(next, request), waitMs)
  }

  async function lookUp(next: string, request: number) {
    const answer = await call('POST /api/staff/packing/tracking', {
      body: {
        text: next,
      },
    })
    if (request !== asked.current) return
    if (answer.kind === 'done') setRows(answer.value.rows)
    else if (answer.fields['text']) setWrongText(answer.fields['text'])
    else setFailure(answer.title ?? 'The rows could not be checked. Try again.')
  }

  async function readFile(file: File | undefined) {
    if (file) change(await file.text(), 0)
  }

  /** Removes the rows with problems. */
  function leaveOut() {
    const lines = new Set(wrong.map(({ line }) => line))
    const kept = text.split(/\r\n|\r|\n/).filter((_line, at) => !lines.has(at + 1))
    change(kept.join('\n'), 0)
  }

  const lookUpAgain = () => void lookUp(text, ++asked.current)

  return { text, rows, wrong, ready, wrongText, failure, change, readFile, leaveOut, lookUpAgain }
}
