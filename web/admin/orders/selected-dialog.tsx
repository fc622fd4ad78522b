import { useId, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { call, type AnsweredValue, type SentBody, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { inParts } from '#web/admin/list/in-parts.ts'
import { RefusedDialog } from '#web/admin/list/refused-list.tsx'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import { newId } from '#web/admin/new-id.ts'
import dialog from '#web/admin/order/order-dialog.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { countedOrders, SELECTED_WORDS, type SelectedAction } from './selected-actions.ts'
import SelectedFields, { fieldsOf, NOTHING_SAID } from './selected-fields.tsx'
import styles from '#web/admin/list/selection.module.css'
import { refusedRows, useReview } from './use-review.ts'

type SelectedAddress = `POST /api/staff/selected-orders/${SelectedAction}`
type Result = AnsweredValue<SelectedAddress>
const NOTHING_DONE: Result = { done: 0, already: 0, refused: [] }

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
  const orders = countedOrders(numbers.length)
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
                {SELECTED_WORDS[one].name}
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
  const { name, yes, did, detail } = SELECTED_WORDS[action]
  const isMoney = action === 'cancel' || action === 'refund'
  const review = useReview(isMoney ? action : null, numbers)
  const [key] = useState(newId)
  const [said, setSaid] = useState(NOTHING_SAID)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [doneSoFar, setDoneSoFar] = useState<number | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const busy = doneSoFar !== null

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setErrors({})
    setFailure(null)
    const all = isMoney ? (review?.orders ?? []) : numbers.map((number) => ({ number }))
    const sum: Result = { ...NOTHING_DONE, refused: [...(review?.refused ?? [])] }
    const address: SelectedAddress = `POST /api/staff/selected-orders/${action}`
    const asked = await inParts(all, (orders, done): Promise<StaffAnswer<Result>> => {
      setDoneSoFar(done)
      const body = { orders, ...fieldsOf(action, said, key) } as SentBody<SelectedAddress>
      return call(address, { body })
    })
    if (asked.refused) {
      const { refused, done } = asked
      const wrong = Object.keys(refused.fields).length > 0
      flushSync(() => {
        setDoneSoFar(null)
        setErrors(refused.fields)
        setFailure(wrong ? null : failureWords(refused, done))
      })
      return
    }
    for (const { done, already, refused } of asked.values) {
      sum.done += done
      sum.already += already
      sum.refused.push(...refused)
    }
    flushSync(() => setDoneSoFar(null))
    if (sum.refused.length > 0) return setResult(sum)
    flushSync(() => onClose(true)) // the toast must be outside the dialog
    showToast('success', resultWords(sum, did), 6_000)
  }

  if (result) {
    return (
      <RefusedDialog
        title={resultWords(result, did)}
        label="Refused orders"
        rows={refusedRows(result.refused)}
        onSelectOnly={() => {
          onKeep(result.refused.map(({ number }) => number))
          onClose(true)
        }}
        onClose={() => onClose(true)}
      />
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
          {name}: {countedOrders(numbers.length)}
        </h2>
        <p id={`${id}-detail`}>{detail}</p>
        <fieldset className={dialog.fields} disabled={busy}>
          <legend className="visually-hidden">{name}</legend>
          <SelectedFields
            {...{ action, said, errors, tags, review }}
            onSay={(change) => setSaid({ ...said, ...change })}
          />
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

function resultWords({ done, already }: Result, did: string): string {
  return `${countedOrders(done)} ${did}${already > 0 ? `; nothing was to be done for ${already}` : ''}.`
}

function failureWords({ code, title }: StaffAnswer<Result> & { kind: 'refused' }, done: number): string {
  if (code === 'signed-out') {
    return 'You are signed out. Sign in from another tab, then press the button again: nothing is done twice.'
  }
  return `${title ?? 'The shop did not respond.'} ${done} were done before. Press the button again: nothing is done twice.`
}
