import { useId, useRef, useState } from 'react'
import { postAsStaff } from '#web/admin/ask-staff.ts'
import form from '#web/admin/form.module.css'
import Table from '#web/admin/list/table.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import type { TrackingRowView } from '#web/views/packing/tracking-row.ts'
import styles from './batch-page.module.css'
import { fulfilParcels } from './fulfil-parcels.ts'

const COLUMNS = [
  { label: 'Row' },
  { label: 'Order' },
  { label: 'Customer' },
  { label: 'Tracking' },
  { label: 'Result' },
] as const

/** How long typing pauses before the rows are looked up. */
const PAUSE_MS = 300

/** Tracking numbers, pasted or from a file: a preview of each row, then all orders are fulfilled at once. */
export default function TrackingNumbers({
  onFulfilled,
}: {
  onFulfilled: (numbers: readonly string[]) => void
}) {
  const id = useId()
  const hydrated = useHydrated()
  const [text, setText] = useState('')
  const [carrier, setCarrier] = useState('Canada Post')
  const [rows, setRows] = useState<TrackingRowView[]>([])
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [wrongText, setWrongText] = useState<string>()
  const [said, setSaid] = useState('')
  const asked = useRef(0)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  const wrong = rows.filter(({ problem }) => problem !== null)
  const ready = rows.filter(({ problem, isDone }) => problem === null && !isDone)

  function change(next: string, waitMs = PAUSE_MS) {
    setText(next)
    setRows([])
    setSaid('')
    setRefusal(null)
    setWrongText(undefined)
    clearTimeout(pause.current)
    const request = ++asked.current
    if (next.trim() !== '') pause.current = setTimeout(() => void preview(next, request), waitMs)
  }

  async function preview(next: string, request: number) {
    const answer = await postAsStaff<{ rows: TrackingRowView[] }>('/api/staff/packing/tracking', {
      text: next,
    })
    if (request !== asked.current) return
    if (answer.kind === 'done') setRows(answer.value.rows)
    else if (answer.fields['text']) setWrongText(answer.fields['text'])
    else setRefusal(answer.title ?? 'The rows could not be checked. Try again.')
  }

  async function readFile(file: File | undefined) {
    if (file) change(await file.text(), 0)
  }

  async function fulfil() {
    setBusy(true)
    setRefusal(null)
    const parcels = ready.map((row) => ({
      number: row.number,
      carrier: row.carrier || carrier,
      trackingNumber: row.trackingNumber,
    }))
    const { isDone, words } = await fulfilParcels(parcels)
    setBusy(false)
    if (!isDone) {
      setRefusal(words)
      return void preview(text, ++asked.current)
    }
    onFulfilled(parcels.map(({ number }) => number))
    change('')
    setSaid(words)
  }

  function leaveOut() {
    const lines = new Set(wrong.map(({ line }) => line))
    const kept = text.split(/\r\n|\r|\n/).filter((_line, at) => !lines.has(at + 1))
    change(kept.join('\n'), 0)
  }

  return (
    <section className={styles.step} aria-labelledby="tracking">
      <h2 id="tracking">3. Tracking numbers</h2>
      <p>
        Paste an order number and a tracking number per line, or import the file that the carrier’s program
        exports.
      </p>
      <div className={styles.fields}>
        <TextArea
          label="Order and tracking numbers"
          rows={5}
          value={text}
          error={wrongText}
          disabled={!hydrated || busy}
          spellCheck={false}
          placeholder="R-7K3M-9QX2, 7023210039414604"
          onChange={({ target }) => change(target.value)}
        />
        <div className={styles.beside}>
          <Field
            label="Carrier"
            value={carrier}
            maxLength={100}
            disabled={!hydrated || busy}
            hint="For rows that don’t name one."
            onChange={({ target }) => setCarrier(target.value)}
          />
          <div className={styles.file}>
            <label htmlFor={id}>CSV file</label>
            <input
              id={id}
              type="file"
              className={form.file}
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              disabled={!hydrated || busy}
              onChange={({ target }) => {
                void readFile(target.files?.[0])
                target.value = ''
              }}
            />
          </div>
        </div>
      </div>
      <p role="status" className={styles.said}>
        {said || wrongText || (rows.length > 0 && summary(rows.length, ready.length, wrong.length))}
      </p>
      {rows.length > 0 && (
        <Table
          caption="The rows, and what is wrong with them"
          columns={COLUMNS}
          rows={rows.map((row) => ({ key: String(row.line), cells: cellsOf(row) }))}
        />
      )}
      <RefusalBlock message={refusal} />
      <div className={styles.ways}>
        <Button
          tone="red"
          disabled={!hydrated || busy || ready.length === 0 || wrong.length > 0}
          onClick={() => void fulfil()}
        >
          {busy ? 'Working...' : `Mark ${ready.length} fulfilled`}
        </Button>
        {wrong.length > 0 && (
          <Button tone="plain" disabled={busy} onClick={leaveOut}>
            {wrong.length === 1
              ? 'Leave out the row with a problem'
              : `Leave out ${wrong.length} rows with problems`}
          </Button>
        )}
      </div>
    </section>
  )
}

function summary(all: number, ready: number, wrong: number): string {
  const can = `${ready} of ${all} can be marked as fulfilled`
  if (wrong === 0) return `${can}.`
  return wrong === 1
    ? `${can}. 1 row has a problem: correct it or leave it out.`
    : `${can}. ${wrong} rows have problems: correct them or leave them out.`
}

function cellsOf({ line, number, customer, trackingNumber, problem, isDone }: TrackingRowView) {
  return [
    line,
    <span key="number" className={styles.number}>
      {number}
    </span>,
    customer,
    trackingNumber,
    <span key="result" className={problem === null ? undefined : styles.problem}>
      {problem ?? (isDone ? 'Already fulfilled with this number' : 'Ready')}
    </span>,
  ]
}
