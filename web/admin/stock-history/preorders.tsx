import { useState, type FormEvent } from 'react'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { call } from '#web/admin/call-staff-api.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Notice from '#web/ui/notice.tsx'
import styles from './stock-history-page.module.css'

export interface PreordersProps {
  id: string
  sizes: StaffProduct['sizes']
}

/** Which sizes are sold before they are made, how many of each, and from when they ship. */
export default function Preorders({ id, sizes }: PreordersProps) {
  const counted = sizes.filter(({ stock }) => stock !== null)
  const unitsOf = (all: StaffProduct['sizes'], size: string) =>
    all.find((one) => one.size === size)?.preorder?.units ?? 0
  const [known, setKnown] = useState(sizes)
  const [typed, type] = useState<Readonly<Record<string, string>>>({})
  const [shipsOn, setDay] = useState(sizes.find(({ preorder }) => preorder)?.preorder?.shipsOn ?? '')
  const [said, say] = useState<{ tone: 'done' | 'wrong'; words: string } | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSaving(true)
    const plans = counted.map(({ size }) => {
      const before = unitsOf(known, size)
      return { size, before, units: typed[size] === undefined ? before : Number(typed[size]) }
    })
    const answer = await call('PUT /api/staff/products/:id/preorders', {
      params: { id },
      body: { shipsOn, sizes: plans },
    })
    setSaving(false)
    if (answer.kind !== 'done')
      return say({
        tone: 'wrong',
        words:
          answer.fields['sizes'] ?? answer.title ?? 'Nothing was saved. Check your connection and try again.',
      })
    setKnown(answer.value.sizes)
    type({})
    say({ tone: 'done', words: 'Pre-orders saved' })
  }

  if (counted.length === 0) return null
  return (
    <form className={styles.preorders} onSubmit={(event) => void save(event)} aria-labelledby="preorders">
      <h2 id="preorders" className={styles.name}>
        Sell before it is made
      </h2>
      <p>
        Units to come are added to the count of their size, and can be ordered at once. Orders wait on hold
        until a delivery brings their units. Customers are emailed when the day moves later, and can cancel
        until it.
      </p>
      <div className={styles.fields}>
        <Field
          label="Ships from"
          type="date"
          required
          value={shipsOn}
          onChange={({ target }) => setDay(target.value)}
        />
        {counted.map(({ size }) => (
          <Field
            key={size}
            label={`Units to come, ${size}`}
            inputMode="numeric"
            pattern="\d{1,7}"
            required
            value={typed[size] ?? String(unitsOf(known, size))}
            onChange={({ target }) => type({ ...typed, [size]: target.value })}
          />
        ))}
      </div>
      <Button type="submit" tone="ink" disabled={isSaving}>
        Save
      </Button>
      <div role="status">
        {said && (said.tone === 'done' ? <p>{said.words}</p> : <Notice>{said.words}</Notice>)}
      </div>
    </form>
  )
}
