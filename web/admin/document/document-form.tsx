import { useRef, type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import styles from './document.module.css'
import type { EditedDocument } from './use-document.ts'

interface Props {
  document: EditedDocument
  title?: string
  /** The fields of the form together, for screen readers. */
  legend: string
  /** Both versions, where another one was saved first. */
  conflict: ReactNode
  /** Beside the button that saves. */
  buttons?: ReactNode
  children: ReactNode
}

/** The form of a document: its fields are saved together, or discarded. */
export default function DocumentForm(props: Props) {
  const { document, title = 'Change', legend, conflict, buttons, children } = props
  const { form, submit } = useDocumentForm(document)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusFirstField = () => {
    const field = form.current?.querySelector<HTMLElement>('input, select, textarea')
    ;(field ?? heading.current)?.focus()
  }
  return (
    <section className={styles.section} aria-labelledby="form">
      <div className={styles.head}>
        <h2 id="form" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {document.isChanged && <p className={styles.unsaved}>Not saved yet</p>}
      </div>
      {conflict}
      <form ref={form} noValidate aria-busy={document.busy} onSubmit={submit}>
        <fieldset className={styles.fields} disabled={document.busy}>
          <legend className="visually-hidden">{legend}</legend>
          {children}
        </fieldset>
        <DocumentButtons document={document} onDiscarded={focusFirstField}>
          {buttons}
        </DocumentButtons>
      </form>
    </section>
  )
}

/** What a form of a document needs: it saves, and the first wrong field gets the focus. */
export function useDocumentForm({ busy, wrong, save }: EditedDocument) {
  const form = useFocusOnWrong(wrong)
  return {
    form,
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      if (!busy) void save()
    },
  }
}

interface ButtonsProps {
  document: EditedDocument
  /** The button is gone: the focus needs another place. */
  onDiscarded: () => void
  children?: ReactNode
}

/** The end of a document's form: why it was refused, and the buttons that save or discard what is typed. */
export function DocumentButtons({ document, onDiscarded, children }: ButtonsProps) {
  const { busy, isChanged, refusal } = document

  function discard() {
    flushSync(document.discard)
    onDiscarded()
  }

  return (
    <>
      <RefusalBlock id="refusal" message={refusal} />
      <div className={styles.buttons}>
        {children}
        <Button type="submit" disabled={busy || !isChanged}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
        {isChanged && (
          <Button tone="plain" disabled={busy} onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
    </>
  )
}
