import { useState } from 'react'
import { postAsStaff } from '#web/admin/ask-staff.ts'
import form from '#web/admin/form.module.css'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import type { ConnectionView } from '#web/views/connections/connection-view.ts'
import styles from './connections-page.module.css'

const STATE_LABELS: Record<ConnectionView['state'], string> = {
  'built-in': 'Built in',
  unused: 'Not used yet',
  works: 'Works',
  fails: 'Fails',
}

interface Tried {
  works: boolean
  words: string
  connection: ConnectionView
}

interface ConnectionCardProps {
  connection: ConnectionView
  onTried: (connection: ConnectionView) => void
}

/** One need of the shop, with a button that tests its supplier. */
export default function ConnectionCard({ connection, onTried }: ConnectionCardProps) {
  const hydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState('')
  const { need, title, supplier, usedFor, state, words, lastFailure } = connection

  async function tryOut() {
    setBusy(true)
    setResult('')
    const answer = await postAsStaff<Tried>(`/api/staff/connections/${need}/try`)
    setBusy(false)
    if (answer.kind === 'done') {
      onTried(answer.value.connection)
      setResult(`${answer.value.works ? 'It works.' : 'It is not working.'} ${answer.value.words}`)
    } else if (answer.code === 'signed-out') window.location.replace('/admin')
    else setResult(answer.title ?? 'The test could not be run. Please try again.')
  }

  return (
    <section className={styles.connection} aria-labelledby={`need-${need}`}>
      <div className={styles.heading}>
        <h2 id={`need-${need}`}>{title}</h2>
        <span className={styles.state} data-state={state}>
          {STATE_LABELS[state]}
        </span>
      </div>
      <p className={styles.supplier}>{supplier}</p>
      <p>{words}</p>
      {lastFailure !== null && !result.endsWith(lastFailure) && (
        <p className={styles.failure}>
          {state === 'fails' ? 'Error: ' : 'Last error: '}
          {lastFailure}
        </p>
      )}
      <p className={styles.quiet}>Used for {usedFor}.</p>
      {state !== 'built-in' && (
        <div className={styles.trying}>
          <Button
            tone="plain"
            className={form.small}
            disabled={!hydrated}
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) void tryOut()
            }}
          >
            {isBusy ? 'Testing...' : 'Test now'}
            <span className="visually-hidden">: {title}</span>
          </Button>
          <p role="status" aria-live="polite" className={styles.result}>
            {isBusy ? `Testing ${supplier}...` : result}
          </p>
        </div>
      )}
    </section>
  )
}
