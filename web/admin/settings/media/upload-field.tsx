import { useId, useLayoutEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import parts from '#web/admin/settings/parts.module.css'
import type { SentFile } from '#web/admin/uploads/send-file.ts'
import styles from './upload-field.module.css'

interface Props<Stored> {
  label: string
  hint: string
  error: string | undefined
  /** The types of files that are offered. */
  accept: string
  /** Why nothing can be uploaded; undefined: it can. */
  blocked?: string | undefined
  /** The stored file as a preview and in words; null: there is none. */
  shown: { thumb: ReactNode; words: string } | null
  send: (file: File, onProgress: (sent: number) => void, cancel: AbortSignal) => Promise<SentFile<Stored>>
  onStored: (stored: Stored) => void
  onRemove: () => void
}

interface Sending {
  name: string
  /** From 0 to 1. */
  sent: number
  cancel: () => void
}

/** One file of a setting: chosen or dropped, sent immediately, and kept when the setting is saved. */
export default function UploadField<Stored>(props: Props<Stored>) {
  const { label, hint, error, accept, blocked, shown } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)
  const isWrong = refusal !== null || error !== undefined
  /** What is typed, or stored by another field, while a file is sent is in the form by the time that it is stored. */
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  async function take(file: File | undefined) {
    if (file === undefined || blocked !== undefined) return
    const controller = new AbortController()
    const progress = (sent: number) => setSending({ name: file.name, sent, cancel: () => controller.abort() })
    sending?.cancel()
    setRefusal(null)
    progress(0)
    const answer = await props.send(file, progress, controller.signal)
    if (controller.signal.aborted) return
    setSending(null)
    // At once, because another file may be stored before the next rendering.
    if (answer.kind === 'stored') flushSync(() => latest.current.onStored(answer.stored))
    if (answer.kind === 'refused') setRefusal(`${file.name}: ${answer.reason}`)
  }

  function stop() {
    sending?.cancel()
    flushSync(() => setSending(null))
    input.current?.focus()
  }

  function remove() {
    setRefusal(null)
    flushSync(props.onRemove)
    input.current?.focus()
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same
    <fieldset
      className={`${parts.group} ${styles.drop}`}
      data-over={isOver || undefined}
      data-wrong={isWrong || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(event.dataTransfer.types.includes('Files'))
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <legend className="visually-hidden">{label}</legend>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {shown !== null && (
        <div className={styles.stored}>
          <div className={styles.thumb}>{shown.thumb}</div>
          <div className={styles.about}>
            <p className={parts.hint}>{shown.words}</p>
            <button
              type="button"
              className={`${parts.action} ${styles.action}`}
              aria-label={`Remove: ${label}`}
              onClick={remove}
            >
              Remove
            </button>
          </div>
        </div>
      )}
      <input
        id={id}
        ref={input}
        type="file"
        accept={accept}
        className={styles.file}
        disabled={blocked !== undefined}
        aria-describedby={isWrong ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} className={parts.hint}>
        {blocked ?? hint}
      </p>
      {sending !== null && (
        <div className={styles.about}>
          <p>{sending.name}</p>
          <progress
            className={styles.progress}
            aria-label={`Upload of ${sending.name}`}
            max={1}
            {...(sending.sent < 1 && { value: sending.sent })}
          />
          <button
            type="button"
            className={`${parts.action} ${styles.action}`}
            aria-label={`Cancel the upload of ${sending.name}`}
            onClick={stop}
          >
            Cancel
          </button>
        </div>
      )}
      {isWrong && (
        <div id={`${id}-error`} className={parts.error}>
          {refusal !== null && <p role="alert">{refusal}</p>}
          {error !== undefined && <p>{error}</p>}
        </div>
      )}
    </fieldset>
  )
}
