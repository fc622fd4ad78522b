import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import fields from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { sendFile } from '#web/admin/uploads/send-file.ts'
import styles from './import.module.css'

interface FileUploadProps {
  label: string
  hint?: string
  accept: string
  multiple?: boolean
  /** Where a file goes, by its name. */
  addressOf: (name: string) => string
  /** The files were sent, though some may have been refused. */
  onSent: () => void
}

/** Chooses files and sends them one by one, with progress and what is wrong with each. */
export default function FileUpload({ label, hint, accept, multiple, addressOf, onSent }: FileUploadProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<{ name: string; sent: number } | null>(null)
  const [refusals, setRefusals] = useState<string[]>([])

  async function send(files: readonly File[]) {
    const refused: string[] = []
    for (const file of files) {
      setSending({ name: file.name, sent: 0 })
      const answer = await sendFile(addressOf(file.name), file, (sent) =>
        setSending({ name: file.name, sent }),
      )
      if (answer.kind === 'refused') refused.push(`${file.name}: ${answer.reason}`)
    }
    flushSync(() => {
      setSending(null)
      setRefusals(refused)
    })
    input.current?.focus()
    onSent()
  }

  return (
    <div className={styles.upload}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple={multiple}
        className={fields.file}
        accept={accept}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        disabled={sending !== null}
        onChange={({ target }) => {
          void send([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.quiet}>
          {hint}
        </p>
      )}
      {sending !== null && (
        <progress
          className={styles.progress}
          aria-label={`Upload of ${sending.name}`}
          max={1}
          {...(sending.sent < 1 && { value: sending.sent })}
        />
      )}
      {refusals.map((message) => (
        <RefusalBlock key={message} message={message} />
      ))}
    </div>
  )
}
