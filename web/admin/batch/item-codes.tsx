import { useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
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

/** Bins and barcodes of the sizes in the batch, for those who may change products. */
export default function ItemCodes({ lines }: { lines: CodedItem[] }) {
  return (
    <details className={styles.codes}>
      <summary>Bins and barcodes</summary>
      <p>The pick list is sorted by bin. The packing bench recognizes an item by its barcode.</p>
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
