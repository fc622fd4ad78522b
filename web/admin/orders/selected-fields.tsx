import { useId } from 'react'
import { cents, formatCents } from '#domain/money.ts'
import { MAX_ORDER_NOTE_LENGTH } from '#domain/orders/order-forms.ts'
import { tagsIn } from '#domain/orders/tags.ts'
import form from '#web/admin/form.module.css'
import dialog from '#web/admin/order/order-dialog.module.css'
import StaffOnlyField from '#web/admin/order/staff-only-field.tsx'
import HoldFields, { NO_PROBLEM, type Problem } from '#web/admin/packing/hold-fields.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import RefusedList from '#web/admin/list/refused-list.tsx'
import { countedOrders, type SelectedAction } from './selected-actions.ts'
import { refusedRows, type Review } from './use-review.ts'

/** What staff say about the selected orders: each action takes its part of it. */
export interface Said {
  problem: Problem
  text: string
  add: string
  remove: string
  reason: string
  restock: boolean
}

export const NOTHING_SAID: Said = {
  problem: NO_PROBLEM,
  text: '',
  add: '',
  remove: '',
  reason: '',
  restock: true,
}

/** The part of the request that is about the action. `key`: made once, so that a retry does nothing twice. */
export function fieldsOf(action: SelectedAction, said: Said, key: string): object {
  const { problem, text, add, remove, reason, restock } = said
  if (action === 'hold') return { reason: problem.reason, note: problem.note }
  if (action === 'tag') return { add: tagsIn(add), remove: tagsIn(remove) }
  if (action === 'note') return { noteId: key, text }
  if (action === 'cancel') return { reason, restock }
  return action === 'refund' ? { refundId: key, reason } : {}
}

interface Props {
  action: SelectedAction
  said: Said
  errors: Record<string, string>
  tags: readonly string[]
  review: Review | null
  onSay: (change: Partial<Said>) => void
}

/** The fields of an action on many orders. */
export default function SelectedFields({ action, said, errors, tags, review, onSay }: Props) {
  const id = useId()
  switch (action) {
    case 'fulfil':
    case 'release':
      return null
    case 'hold':
      return (
        <HoldFields
          problem={said.problem}
          errors={errors}
          isWithPhoto={false}
          onChange={(problem) => onSay({ problem })}
        />
      )
    case 'tag':
      return (
        <>
          <Field
            label="Add"
            value={said.add}
            list={id}
            error={errorAt(errors, 'add')}
            onChange={({ target }) => onSay({ add: target.value })}
          />
          <Field
            label="Take away"
            value={said.remove}
            list={id}
            error={errorAt(errors, 'remove')}
            onChange={({ target }) => onSay({ remove: target.value })}
          />
          <datalist id={id}>
            {tags.map((tag) => (
              <option key={tag}>{tag}</option>
            ))}
          </datalist>
        </>
      )
    case 'note':
      return (
        <TextArea
          label="Note"
          rows={4}
          maxLength={MAX_ORDER_NOTE_LENGTH}
          value={said.text}
          error={errors['text']}
          onChange={({ target }) => onSay({ text: target.value })}
        />
      )
    case 'cancel':
    case 'refund':
      return (
        <>
          <StaffOnlyField
            label="Reason"
            value={said.reason}
            error={errors['reason']}
            onChange={(reason) => onSay({ reason })}
          />
          {action === 'cancel' && (
            <Checkbox
              className={dialog.check}
              checked={said.restock}
              onChange={({ target }) => onSay({ restock: target.checked })}
            >
              Return the items to stock
            </Checkbox>
          )}
          <p role="status" className={dialog.sum}>
            {review ? reviewWords(review) : 'Adding up what was paid...'}
          </p>
          {review && review.refused.length > 0 && (
            <details>
              <summary className={form.toggle}>Which, and why</summary>
              <RefusedList label="Refused orders" rows={refusedRows(review.refused)} />
            </details>
          )}
        </>
      )
  }
}

function reviewWords({ orders, sum, refused }: Review): string {
  const some = `${formatCents(cents(sum))} of ${countedOrders(orders.length)} will be returned.`
  return refused.length === 0 ? some : `${some} ${countedOrders(refused.length)} will be left out.`
}

function errorAt(errors: Record<string, string>, name: string): string | undefined {
  const found = Object.keys(errors).find((path) => path === name || path.startsWith(`${name}/`))
  return found && errors[found]
}
