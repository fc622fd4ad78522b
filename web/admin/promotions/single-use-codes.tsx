import { useState, type SubmitEvent } from 'react'
import { wholeOf } from '#web/admin/typed-numbers.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './promotions.module.css'

interface Props {
  id: string
  /** How many there are. */
  made: number
  onMade: () => void
}

/** Makes codes that one order each can use, and downloads them. They are shown in no other place. */
export default function SingleUseCodes({ id, made, onMade }: Props) {
  const [number, setNumber] = useState('100')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function make(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const answer = await fetch(`/api/staff/promotions/${encodeURIComponent(id)}/codes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ number: wholeOf(number) }),
      })
      if (answer.ok) {
        download(await answer.blob(), `codes-${id}.csv`)
        showToast('success', 'The file has the new codes')
        onMade()
      } else {
        const { title, errors } = (await answer.json()) as { title: string; errors?: { message: string }[] }
        setError(errors?.[0]?.message ?? title)
      }
    } catch {
      setError('The shop did not respond. Please try again.')
    }
    setBusy(false)
  }

  return (
    <section className={styles.section} aria-labelledby="single">
      <h2 id="single">Codes for one use</h2>
      <p className={styles.quiet}>
        Each can be used by one order. Keep the file: the codes are not shown again.{' '}
        {made > 0 && `There are ${made.toLocaleString('en-CA')} of them.`}
      </p>
      <form className={styles.row} noValidate onSubmit={(event) => void make(event)}>
        <Field
          label="How many"
          value={number}
          inputMode="numeric"
          autoComplete="off"
          error={error}
          onChange={({ target }) => setNumber(target.value)}
        />
        <Button type="submit" tone="plain" disabled={busy}>
          {busy ? 'Making codes...' : 'Make and download'}
        </Button>
      </form>
    </section>
  )
}

function download(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
