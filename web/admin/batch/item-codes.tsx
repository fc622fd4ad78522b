import { useId, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './batch-page.module.css'

/** A size of a product, with where it is stored and its barcode. */
export interface CodedItem {
  productId: string
  name: string
  size: string
  bin: string
  barcode: string
}

/** Bins and barcodes of the sizes in the batch, and of all sizes as a file. */
export default function ItemCodes({ lines }: { lines: readonly CodedItem[] }) {
  return (
    <details className={styles.codes}>
      <summary>Bins and barcodes</summary>
      <p>The pick list is sorted by bin. The packing bench recognizes an item by its barcode.</p>
      <CodesFile />
      <ul>
        {lines.map((line) => (
          <li key={`${line.productId} ${line.size}`}>
            <ItemCode line={line} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The codes of all products as a file: downloaded, filled in and imported again. */
function CodesFile() {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string[]>([])

  async function send(file: File | undefined) {
    if (!file) return
    setBusy(true)
    const answer = await call('POST /api/staff/packing/codes', { body: { text: await file.text() } })
    setBusy(false)
    if (answer.kind === 'refused')
      return setWrong([
        answer.title ?? 'The shop did not respond. Try again.',
        ...Object.values(answer.fields),
      ])
    setWrong([])
    const { changed } = answer.value
    showToast('success', changed === 1 ? '1 size changed.' : `${changed} sizes changed.`, 6_000)
  }

  return (
    <div className={styles.file}>
      <label htmlFor={id}>Import bins, barcodes and SKUs (CSV)</label>
      <input
        id={id}
        type="file"
        className={form.file}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        disabled={busy}
        onChange={({ target }) => {
          void send(target.files?.[0])
          target.value = ''
        }}
      />
      <a href="/api/staff/packing/codes" download>
        Download the codes of all products
      </a>
      <RefusalBlock message={wrong.length === 0 ? null : wrong.join(' ')} />
    </div>
  )
}

function ItemCode({ line }: { line: CodedItem }) {
  const { productId, name, size } = line
  const [saved, setSaved] = useState({ bin: line.bin, barcode: line.barcode })
  const [typed, setTyped] = useState(saved)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isChanged = typed.bin !== saved.bin || typed.barcode !== saved.barcode

  async function save() {
    setBusy(true)
    const answer = await call('PUT /api/staff/packing/item', { body: { productId, size, ...typed } })
    setBusy(false)
    setErrors(answer.kind === 'done' ? {} : answer.fields)
    if (answer.kind === 'done') {
      setSaved(typed)
      showToast('success', `${name}, ${size}: saved.`)
    } else if (Object.keys(answer.fields).length === 0) {
      showToast('error', answer.title ?? 'This could not be saved. Try again.', 6_000)
    }
  }

  return (
    <form
      className={styles.code}
      aria-label={`${name}, size ${size}`}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <strong>
        {name}, {size}
      </strong>
      <Field
        label="Bin"
        value={typed.bin}
        maxLength={40}
        disabled={busy}
        error={errors['bin']}
        onChange={({ target }) => setTyped({ ...typed, bin: target.value })}
      />
      <Field
        label="Barcode"
        value={typed.barcode}
        maxLength={80}
        disabled={busy}
        error={errors['barcode']}
        onChange={({ target }) => setTyped({ ...typed, barcode: target.value })}
      />
      <Button type="submit" tone="plain" disabled={busy || !isChanged}>
        Save
      </Button>
    </form>
  )
}
