import { useId, useState } from 'react'
import { carrierOfNumber } from '#domain/packing/carriers.ts'
import form from '#web/admin/form.module.css'
import Table from '#web/admin/list/table.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import type { TrackingRowView } from '#web/views/packing/tracking-row.ts'
import styles from './batch-page.module.css'
import { fulfilParcels } from './fulfil-parcels.ts'
import { useTrackingRows } from './use-tracking-rows.ts'

const COLUMNS = [
  { label: 'Row' },
  { label: 'Order' },
  { label: 'Customer' },
  { label: 'Tracking' },
  { label: 'Result' },
] as const

/** Tracking numbers, pasted or from a file: a preview of each row, then all orders are fulfilled together. */
export default function TrackingNumbers({
  step,
  onFulfilled,
}: {
  /** The number of the step, as `3. `; empty when it is the only one. */
  step: string
  onFulfilled: (numbers: readonly string[]) => void
}) {
  const id = useId()
  const [carrier, setCarrier] = useState('Canada Post')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const typed = useTrackingRows(() => {
    setRefusal(null)
    setSaid('')
  })
  const { text, rows, wrong, ready, wrongText, change } = typed
  const late = ready.filter(({ isLate }) => isLate).length

  async function fulfil() {
    setBusy(true)
    setRefusal(null)
    const parcels = ready.map((row) => ({
      number: row.number,
      carrier: row.carrier || (carrierOfNumber(row.trackingNumber) ?? carrier),
      trackingNumber: row.trackingNumber,
    }))
    const { isDone, words } = await fulfilParcels(parcels)
    setBusy(false)
    if (!isDone) {
      setRefusal(words)
      return typed.lookUpAgain()
    }
    onFulfilled(parcels.map(({ number }) => number))
    change('')
    setSaid(words)
  }

  return (
    <section className={styles.step} aria-labelledby="tracking">
      <h2 id="tracking">{step}Tracking numbers</h2>
      <p>
        Paste one order number and its tracking number per line, or import the file that your carrier’s
        software exports. Orders that were sent without one get theirs, and their customers an email.
      </p>
      <div className={styles.fields}>
        <TextArea
          label="Order and tracking numbers"
          rows={5}
          value={text}
          error={wrongText}
          disabled={busy}
          spellCheck={false}
          placeholder="R-7K3M-9QX2, 7023210039414604"
          onChange={({ target }) => change(target.value)}
        />
        <div className={styles.beside}>
          <Field
            label="Carrier"
            value={carrier}
            maxLength={100}
            disabled={busy}
            hint="For rows that don’t name one, and whose number doesn’t tell it."
            onChange={({ target }) => setCarrier(target.value)}
          />
          <div className={styles.file}>
            <label htmlFor={id}>CSV file</label>
            <input
              id={id}
              type="file"
              className={form.file}
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              disabled={busy}
              onChange={({ target }) => {
                void typed.readFile(target.files?.[0])
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
          caption="Rows, and any problems with them"
          columns={COLUMNS}
          rows={rows.map((row) => ({ key: String(row.line), cells: cellsOf(row) }))}
        />
      )}
      <RefusalBlock message={refusal ?? typed.failure} />
      <div className={styles.ways}>
        <Button
          tone="red"
          disabled={busy || ready.length === 0 || wrong.length > 0}
          onClick={() => void fulfil()}
        >
          {busy
            ? 'Working...'
            : ready.length === 0
              ? 'Mark orders fulfilled'
              : late === ready.length
                ? `Add ${late === 1 ? '1 number' : `${late} numbers`}`
                : `Mark ${ready.length} fulfilled`}
        </Button>
        {wrong.length > 0 && (
          <Button tone="plain" disabled={busy} onClick={typed.leaveOut}>
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

function cellsOf({ line, number, customer, trackingNumber, problem, isDone, isLate }: TrackingRowView) {
  return [
    line,
    <span key="number" className={styles.number}>
      {number}
    </span>,
    customer,
    trackingNumber,
    <span key="result" className={problem === null ? undefined : styles.problem}>
      {problem ??
        (isDone
          ? 'Already fulfilled with this number'
          : isLate
            ? 'Sent already: the number is added and emailed'
            : 'Ready')}
    </span>,
  ]
}
