import { useId, useState, type ReactNode } from 'react'
import { MAX_VIEW_NAME_LENGTH } from '#domain/orders/order-filters.ts'
import { call } from '#web/admin/call-staff-api.ts'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import { newId } from '#web/admin/new-id.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import styles from './orders-page.module.css'

/** A list of orders that was saved under a name. `query`: of its address. */
export interface ViewLink {
  id: string
  name: string
  query: string
}

interface Props {
  views: readonly ViewLink[]
  /** The query of the list that is shown. */
  query: string
  /** The saved lists changed. */
  onSaved: () => void
  onClose: () => void
}

/** Saves the list that is shown under a name; renames, replaces and deletes those that were saved before. */
export default function ViewsDialog({ views, query, onSaved, onClose }: Props) {
  const id = useId()
  const [newView] = useState(newId)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ id: string; message: string } | null>(null)

  async function run(view: string, asking: Promise<{ kind: 'done' } | RefusedView>) {
    setBusy(true)
    setWrong(null)
    const answer = await asking
    setBusy(false)
    if (answer.kind === 'done') return onSaved()
    const message = answer.fields['name'] ?? answer.title ?? 'The shop did not respond. Try again.'
    setWrong({ id: view, message })
  }
  const save = (view: ViewLink) =>
    void run(
      view.id,
      call('PUT /api/staff/order-views/:id', {
        params: { id: view.id },
        body: { name: view.name, query: view.query },
      }),
    )
  const remove = (view: string) =>
    void run(view, call('DELETE /api/staff/order-views/:id', { params: { id: view } }))
  const errorOf = (view: string) => (wrong?.id === view ? wrong.message : undefined)

  return (
    <Modal labelledBy={id} className={modal.medium} onDismiss={() => !busy && onClose()}>
      <div className={modal.form} aria-busy={busy}>
        <h2 id={id}>Saved lists</h2>
        <p>
          A saved list keeps its filters and how it is sorted, without what was searched for. Everyone in the
          shop sees it.
        </p>
        <ViewForm
          label="Name of this list"
          name=""
          busy={busy}
          error={errorOf(newView)}
          onSave={(name) => save({ id: newView, name, query })}
        />
        {views.map((view) => (
          <ViewForm
            key={view.id}
            label={`Name of “${view.name}”`}
            name={view.name}
            busy={busy}
            error={errorOf(view.id)}
            onSave={(name) => save({ ...view, name })}
          >
            <Button
              tone="plain"
              disabled={busy || view.query === query}
              onClick={() => save({ ...view, query })}
            >
              Replace by this list
            </Button>
            <Button tone="plain" disabled={busy} onClick={() => remove(view.id)}>
              Delete
            </Button>
          </ViewForm>
        ))}
        <Button tone="plain" disabled={busy} onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  )
}

interface RefusedView {
  kind: 'refused'
  title: string | null
  fields: Record<string, string>
}

interface FormProps {
  label: string
  name: string
  busy: boolean
  error: string | undefined
  onSave: (name: string) => void
  children?: ReactNode
}

/** The name of one list, and what can be done with it. */
function ViewForm({ label, name, busy, error, onSave, children }: FormProps) {
  const [typed, setTyped] = useState(name)
  return (
    <form
      noValidate
      className={styles.view}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(typed)
      }}
    >
      <Field
        label={label}
        value={typed}
        maxLength={MAX_VIEW_NAME_LENGTH}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <span className={styles.viewActs}>
        <Button
          tone={name === '' ? 'ink' : 'plain'}
          type="submit"
          disabled={busy || (name !== '' && typed === name)}
        >
          {name === '' ? 'Save this list' : 'Rename'}
        </Button>
        {children}
      </span>
    </form>
  )
}
