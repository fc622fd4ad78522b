import { useState } from 'react'
import { MAX_ORDER_NOTE_LENGTH } from '#domain/orders/order-forms.ts'
import { newId } from '#web/admin/new-id.ts'
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
