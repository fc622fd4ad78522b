import { useState } from 'react'
import { MAX_ORDER_NOTE_LENGTH } from '#domain/orders/order-forms.ts'
import { tagsIn } from '#domain/orders/tags.ts'
import { newId } from '#web/admin/new-id.ts'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import OrderDialog, { type OrderTask } from './order-dialog.tsx'

/** Adds a note to the history. */
export default function NoteDialog(task: OrderTask) {
  const [noteId] = useState(newId)
  const [text, setText] = useState('')
  return (
    <OrderDialog
      {...task}
      title="Add a note"
      detail="It goes into the order’s history. Only staff see it."
      yes="Add"
      action="note"
      done="Note added"
      body={() => ({ noteId, text })}
    >
      {(errors) => (
        <TextArea
          label="Note"
          rows={4}
          maxLength={MAX_ORDER_NOTE_LENGTH}
          value={text}
          error={errors['text']}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </OrderDialog>
  )
}

/** Changes the tags of an order. */
export function TagDialog(task: OrderTask) {
  const { tags } = task.order
  const [typed, setTyped] = useState(tags.join(', '))
  return (
    <OrderDialog
      {...task}
      title="Change tags"
      detail="Only staff see them. The list of orders can be narrowed to a tag."
      yes="Save"
      action="tag"
      done="Tags saved"
      body={() => {
        const wanted = tagsIn(typed)
        return { add: wanted, remove: tags.filter((tag) => !wanted.includes(tag)) }
      }}
    >
      {(errors) => (
        <Field
          label="Tags"
          hint="Separate several with commas."
          value={typed}
          error={Object.values(errors)[0]}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </OrderDialog>
  )
}
