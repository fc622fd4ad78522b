import { useEffect, useId, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { cents, formatCad } from '#domain/money.ts'
import type { OrderAction } from '#domain/orders/allowed-actions.ts'
import { MAX_ORDER_NOTE_LENGTH } from '#domain/orders/order-forms.ts'
import { call, type AnsweredValue, type SentBody, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import { newId } from '#web/admin/new-id.ts'
import dialog from '#web/admin/order/order-dialog.module.css'
import HoldFields, { NO_PROBLEM } from '#web/admin/packing/hold-fields.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './selection-bar.module.css'
import { tagsIn } from './tags-in.ts'

/** What can be done with many orders at once, in the order of the menu. */
export const SELECTED_ACTIONS = [
  'fulfil',
  'hold',
  'release',
  'tag',
  'note',
  'cancel',
  'refund',
] as const satisfies readonly OrderAction[]
export type SelectedAction = (typeof SELECTED_ACTIONS)[number]
type SelectedAddress = `POST /api/staff/selected-orders/${SelectedAction}`

/** `did` follows the number of orders. */
const WORDS: Record<SelectedAction, { name: string; yes: string; did: string; detail: string }> = {
  fulfil: {
    name: 'Mark as fulfilled',
    yes: 'Mark fulfilled',
    did: 'fulfilled',
    detail:
      'Without tracking numbers: they can be added later. Each customer is emailed that their order has shipped, or is ready for pickup.',
  },
  hold: {
    name: 'Put on hold',
    yes: 'Put on hold',
    did: 'put on hold',
    detail: 'No one packs them until they are released. The customers are not told.',
  },
  release: { name: 'Release', yes: 'Release', did: 'released', detail: 'They can be packed again.' },
  tag: {
    name: 'Change tags',
    yes: 'Save',
    did: 'tagged',
    detail: 'Only staff see tags. Separate several with commas.',
  },
  note: {
    name: 'Add a note',
    yes: 'Add',
    did: 'got the note',
    detail: 'It goes into the history of each. Only staff see it.',
  },
  cancel: {
    name: 'Cancel',
    yes: 'Cancel the orders',
    did: 'cancelled',
    detail: 'What was paid is refunded, and each customer is emailed.',
  },
  refund: {
    name: 'Refund in full',
    yes: 'Refund',
    did: 'refunded',
    detail:
      'All that is left of what was paid is refunded. What was not sent is no longer sent, and returns to stock.',
  },
}

/** How many orders a request is about. */
const PART = 50

type Result = AnsweredValue<SelectedAddress>
const NOTHING_DONE: Result = { done: 0, already: 0, refused: [] }

/** An order whose money is returned, as staff saw it. */
interface Seen {
  number: string
  version: number
}
/** What would be returned; `refused`: orders that would be refused. */
interface Review {
  orders: Seen[]
  sum: number
  refused: Result['refused']
}

interface Props {
  numbers: readonly string[]
  /** What to do; null: staff choose. */
  first: SelectedAction | null
  actions: readonly SelectedAction[]
  tags: readonly string[]
  /** Only these stay selected. */
  onKeep: (numbers: readonly string[]) => void
  onClose: (isChanged: boolean) => void
}

/** Does something with many orders: what, for which reason, and what was refused. */
export default function SelectedDialog({ numbers, first, actions, tags, onKeep, onClose }: Props) {
  const id = useId()
  const [action, setAction] = useState(first)
  const orders = counted(numbers.length)
  if (action !== null) {
    return <ActionDialog {...{ action, numbers, tags, onKeep, onClose }} />
  }
  return (
    <Modal labelledBy={id} className={modal.small} onDismiss={() => onClose(false)}>
      <div className={modal.form}>
        <h2 id={id}>{orders}</h2>
        <ul className={styles.actions}>
          {actions.map((one) => (
            <li key={one}>
              <Button tone="plain" onClick={() => setAction(one)}>
                {WORDS[one].name}
              </Button>
            </li>
          ))}
        </ul>
        <Button tone="plain" onClick={() => onClose(false)}>
          Back
        </Button>
      </div>
    </Modal>
  )
}

function ActionDialog({
  action,
  numbers,
  tags,
  onKeep,
  onClose,
}: Omit<Props, 'first' | 'actions'> & { action: SelectedAction }) {
  const id = useId()
  const { name, yes, did, detail } = WORDS[action]
  const isMoney = action === 'cancel' || action === 'refund'
  const review = useReview(isMoney ? action : null, numbers)
  const [key] = useState(newId)
  const [said, setSaid] = useState({
    problem: NO_PROBLEM,
    text: '',
    add: '',
    remove: '',
    reason: '',
    restock: true,
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [doneSoFar, setDoneSoFar] = useState<number | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const busy = doneSoFar !== null
  const say = (change: Partial<typeof said>) => setSaid({ ...said, ...change })

  function fields(): object {
    const { problem, text, add, remove, reason, restock } = said
    if (action === 'hold') return { reason: problem.reason, note: problem.note }
    if (action === 'tag') return { add: tagsIn(add), remove: tagsIn(remove) }
    if (action === 'note') return { noteId: key, text }
    if (action === 'cancel') return { reason, restock }
    return action === 'refund' ? { refundId: key, reason } : {}
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setErrors({})
    setFailure(null)
    const all = isMoney ? (review?.orders ?? []) : numbers.map((number) => ({ number }))
    const sum: Result = { ...NOTHING_DONE, refused: [...(review?.refused ?? [])] }
    const address: SelectedAddress = `POST /api/staff/selected-orders/${action}`
    for (let at = 0; at < all.length; at += PART) {
      setDoneSoFar(at)
      const body = { orders: all.slice(at, at + PART), ...fields() } as SentBody<SelectedAddress>
      const answer: StaffAnswer<Result> = await call(address, { body })
      if (answer.kind === 'refused') {
        const wrong = Object.keys(answer.fields).length > 0
        flushSync(() => {
          setDoneSoFar(null)
          setErrors(answer.fields)
          setFailure(wrong ? null : failureWords(answer, at))
        })
        return
      }
      sum.done += answer.value.done
      sum.already += answer.value.already
      sum.refused.push(...answer.value.refused)
    }
    flushSync(() => setDoneSoFar(null))
    if (sum.refused.length > 0) return setResult(sum)
    flushSync(() => onClose(true)) // the toast must be outside the dialog
    showToast('success', resultWords(sum, did), 6_000)
  }

  if (result) {
    const refused = result.refused.map(({ number }) => number)
    return (
      <Modal labelledBy={id} className={modal.medium} onDismiss={() => onClose(true)}>
        <div className={modal.form}>
          <h2 id={id}>{resultWords(result, did)}</h2>
          <p>{refused.length === 1 ? '1 was refused:' : `${refused.length} were refused:`}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
          <ul className={styles.refused} aria-label="Refused orders" tabIndex={0}>
            {result.refused.map(({ number, reason }) => (
              <li key={number}>
                <a href={`/admin/orders/${number}`}>{number}</a>
                {reason}
              </li>
            ))}
          </ul>
          <div className={modal.buttons}>
            <Button
              tone="plain"
              onClick={() => {
                onKeep(refused)
                onClose(true)
              }}
            >
              Select only {refused.length === 1 ? 'this one' : `these ${refused.length}`}
            </Button>
            <Button onClick={() => onClose(true)}>Close</Button>
          </div>
        </div>
      </Modal>
    )
  }

  const isReady = !isMoney || (review !== null && review.orders.length > 0)
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-detail`}
      className={modal.medium}
      onDismiss={() => !busy && onClose(false)}
    >
      <form className={modal.form} noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}-title`}>
          {name}: {counted(numbers.length)}
        </h2>
        <p id={`${id}-detail`}>{detail}</p>
        <fieldset className={dialog.fields} disabled={busy}>
          <legend className="visually-hidden">{name}</legend>
          {action === 'hold' && (
            <HoldFields
              problem={said.problem}
              errors={errors}
              isWithPhoto={false}
              onChange={(problem) => say({ problem })}
            />
          )}
          {action === 'tag' && (
            <>
              <Field
                label="Add"
                value={said.add}
                list={`${id}-tags`}
                error={errorAt(errors, 'add')}
                onChange={({ target }) => say({ add: target.value })}
              />
              <Field
                label="Take away"
                value={said.remove}
                list={`${id}-tags`}
                error={errorAt(errors, 'remove')}
                onChange={({ target }) => say({ remove: target.value })}
              />
              <datalist id={`${id}-tags`}>
                {tags.map((tag) => (
                  <option key={tag}>{tag}</option>
                ))}
              </datalist>
            </>
          )}
          {action === 'note' && (
            <TextArea
              label="Note"
              rows={4}
              maxLength={MAX_ORDER_NOTE_LENGTH}
              value={said.text}
              error={errors['text']}
              onChange={({ target }) => say({ text: target.value })}
            />
          )}
          {isMoney && (
            <>
              <Field
                label="Reason"
                hint="Only staff see it."
                maxLength={500}
                value={said.reason}
                error={errors['reason']}
                onChange={({ target }) => say({ reason: target.value })}
              />
              {action === 'cancel' && (
                <Checkbox
                  className={dialog.check}
                  checked={said.restock}
                  onChange={({ target }) => say({ restock: target.checked })}
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
                  <ul className={styles.refused}>
                    {review.refused.map(({ number, reason }) => (
                      <li key={number}>
                        <a href={`/admin/orders/${number}`}>{number}</a>
                        {reason}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </>
          )}
        </fieldset>
        <RefusalBlock message={failure} />
        <div className={modal.buttons}>
          <Button tone="plain" disabled={busy} onClick={() => onClose(false)}>
            Back
          </Button>
          <Button tone="red" type="submit" disabled={busy || !isReady}>
            {busy ? `${doneSoFar} of ${numbers.length} done...` : yes}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** What would be returned of these orders; null while it is added up, or when nothing is returned. */
function useReview(action: 'cancel' | 'refund' | null, numbers: readonly string[]): Review | null {
  const [review, setReview] = useState<Review | null>(null)
  useEffect(() => {
    if (action === null) return
    let isShown = true
    void reviewed(action, numbers).then((found) => isShown && setReview(found))
    return () => {
      isShown = false
    }
  }, [action, numbers])
  return review
}

async function reviewed(action: 'cancel' | 'refund', numbers: readonly string[]): Promise<Review | null> {
  const review: Review = { orders: [], sum: 0, refused: [] }
  for (let at = 0; at < numbers.length; at += PART) {
    const part = numbers.slice(at, at + PART)
    const answer = await call(`POST /api/staff/selected-orders/review-${action}`, {
      body: { orders: part.map((number) => ({ number })) },
    })
    if (answer.kind === 'refused') {
      showToast('error', answer.title ?? 'The shop did not respond. Go back, then try again.', 6_000)
      return null
    }
    for (const { number, version, left, refusal } of answer.value.orders) {
      if (refusal !== null) review.refused.push({ number, reason: refusal })
      else {
        review.orders.push({ number, version })
        review.sum += left
      }
    }
  }
  return review
}

function reviewWords({ orders, sum, refused }: Review): string {
  const some = `${formatCad(cents(sum))} of ${counted(orders.length)} will be returned.`
  return refused.length === 0 ? some : `${some} ${counted(refused.length)} will be left out.`
}

function resultWords({ done, already }: Result, did: string): string {
  return `${counted(done)} ${did}${already > 0 ? `; nothing was to be done for ${already}` : ''}.`
}

function counted(count: number): string {
  return count === 1 ? '1 order' : `${count.toLocaleString('en-CA')} orders`
}

function errorAt(errors: Record<string, string>, name: string): string | undefined {
  const found = Object.keys(errors).find((path) => path === name || path.startsWith(`${name}/`))
  return found && errors[found]
}

function failureWords({ code, title }: StaffAnswer<Result> & { kind: 'refused' }, done: number): string {
  if (code === 'signed-out') {
    return 'You are signed out. Sign in from another tab, then press the button again: nothing is done twice.'
  }
  return `${title ?? 'The shop did not respond.'} ${done} were done before. Press the button again: nothing is done twice.`
}
