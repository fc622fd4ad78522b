import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'
import fields from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './trial-file.module.css'

/** What a file did, or would do, in words. */
export interface FileOutcome {
  told: string
  changesAny: boolean
  faults: { at: string; place: string; message: string }[]
}

interface Props<Outcome> {
  label: string
  send: (file: { text: string; isTrial: boolean }) => Promise<StaffAnswer<Outcome, unknown>>
  outcomeOf: (outcome: Outcome) => FileOutcome
  onImported: () => void
}

/** Imports a table from a file: first it says what would change. */
export default function TrialFile<Outcome>({ label, send, outcomeOf, onImported }: Props<Outcome>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [trial, setTrial] = useState<FileOutcome | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function sendFile(file: string, isTrial: boolean) {
    setBusy(true)
    const answer = await send({ text: file, isTrial })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    const outcome = answer.kind === 'done' ? outcomeOf(answer.value) : null
    flushSync(() => {
      setBusy(false)
      setRefusal(
        answer.kind === 'done'
          ? null
          : (answer.fields['text'] ??
              answer.title ??
              'The shop did not respond. Try again: nothing is imported twice.'),
      )
      setTrial(isTrial ? outcome : null)
      setText(file)
    })
    if (outcome === null || isTrial) return result.current?.focus()
    showToast('success', `${outcome.told}.`, 6_000)
    input.current?.focus()
    onImported()
  }

  return (
    <div className={styles.file}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="file"
        className={fields.file}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        disabled={busy}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void file.text().then((read) => sendFile(read, true))
          target.value = ''
        }}
      />
      <div ref={result} tabIndex={-1} className={styles.trial}>
        <RefusalBlock message={refusal} />
        {trial && (
          <>
            <p>
              {trial.changesAny ? 'Importing this file' : 'Nothing would change'}: {trial.told}.
            </p>
            {trial.faults.length > 0 && (
              <ul>
                {trial.faults.map(({ at, place, message }) => (
                  <li key={at}>
                    {at}, <span className={styles.place}>{place}</span>: {message}
                  </li>
                ))}
              </ul>
            )}
            <div className={styles.buttons}>
              {trial.changesAny && (
                <Button disabled={busy} onClick={() => void sendFile(text, false)}>
                  Import
                </Button>
              )}
              <Button
                tone="plain"
                onClick={() => {
                  flushSync(() => setTrial(null))
                  input.current?.focus()
                }}
              >
                Cancel
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  )
}
