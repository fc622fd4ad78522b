import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call, type AnsweredValue } from '#web/admin/call-staff-api.ts'
import fields from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './translations.module.css'

type Outcome = AnsweredValue<'POST /api/staff/translations/:language/import'>

/** Imports translations from a file: first it says what would change. */
export default function TranslationFile(props: { language: string; onImported: () => void }) {
  const { language, onImported } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [trial, setTrial] = useState<Outcome | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function send(file: string, isTrial: boolean) {
    setBusy(true)
    const answer = await call('POST /api/staff/translations/:language/import', {
      params: { language },
      body: { text: file, isTrial },
    })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    flushSync(() => {
      setBusy(false)
      setRefusal(
        answer.kind === 'done'
          ? null
          : (answer.fields['text'] ??
              answer.title ??
              'The shop did not respond. Try again: nothing is imported twice.'),
      )
      setTrial(answer.kind === 'done' && isTrial ? answer.value : null)
      setText(file)
    })
    if (answer.kind === 'refused' || isTrial) return result.current?.focus()
    showToast('success', `${told(answer.value)}.`, 6_000)
    input.current?.focus()
    onImported()
  }

  return (
    <div className={styles.file}>
      <label htmlFor={id}>Import a file (CSV)</label>
      <input
        ref={input}
        id={id}
        type="file"
        className={fields.file}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        disabled={busy}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void file.text().then((read) => send(read, true))
          target.value = ''
        }}
      />
      <div ref={result} tabIndex={-1} className={styles.trial}>
        <RefusalBlock message={refusal} />
        {trial && (
          <>
            <p>
              {trial.saved === 0 ? 'Nothing would change' : 'Importing this file'}: {told(trial)}.
            </p>
            {trial.faults.length > 0 && (
              <ul>
                {trial.faults.map((fault) => (
                  <li key={fault.line}>
                    Line {fault.line}, <span className={styles.place}>{fault.text}</span>: {fault.message}
                  </li>
                ))}
              </ul>
            )}
            <div className={styles.buttons}>
              {trial.saved > 0 && (
                <Button disabled={busy} onClick={() => void send(text, false)}>
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

function told({ saved, same, wrong }: Outcome): string {
  return [`${saved} new or changed`, `${same} as before`, `${wrong} left out`].join(', ')
}
