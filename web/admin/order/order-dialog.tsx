import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { isDisputed } from '#domain/refunds/dispute.ts'
import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import styles from './order-dialog.module.css'
import type { OrderView } from '#web/views/orders/order-view.ts'
import type { ActionBody, AskedAction, useOrder } from './use-order.ts'

/** The props of every order dialog. */
export interface OrderTask {
  order: OrderView
  act: ReturnType<typeof useOrder>['act']
  onClose: () => void
  /** The action succeeded; `words` is its message. */
  onDone: (words: string) => void
}

interface OrderDialogProps<Action extends AskedAction> extends OrderTask {
  title: string
  /** What will happen, in plain words. */
  detail: string
  yes: string
  action: Action
  done: string
  /** The body of the request. */
  body: () => ActionBody<Action>
  children?: (errors: Record<string, string>) => ReactNode
}

/** Confirms an action on an order, and shows why it was refused. Its controls are disabled while the request runs. */
export default function OrderDialog<Action extends AskedAction>(props: OrderDialogProps<Action>) {
  const { title, detail, yes, action, done, body, children, order, act, onClose, onDone } = props
  const id = useId()
  const isWarned = action !== 'note' && isDisputed(order.disputes)
  const [busy, setBusy] = useState(false)
  const [isTyped, setIsTyped] = useState(false)
  const [asking, setAsking] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setErrors({})
    setRefusal(null)
    const form = event.currentTarget
    const answer = await act(action, body())
    flushSync(() => setBusy(false))
    if (answer.kind === 'done') return onDone(done)
    flushSync(() => setErrors(answer.fields))
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A field that the dialog does not have yet, because the order has just changed, is shown like any other refusal.
    const [first] = Object.values(answer.fields)
    if (wrong === null) flushSync(() => setRefusal(first ?? refusalWords(answer)))
    ;(wrong ?? form.querySelector<HTMLElement>('button[type="submit"]'))?.focus()
  }

  /** An error is about what was sent. */
  function edited(field: EventTarget) {
    setIsTyped(true)
    setRefusal(null)
    const place = field instanceof Element && field.getAttribute('aria-describedby')
    const shown = place ? (document.getElementById(place.split(' ').at(-1) ?? '')?.textContent ?? '') : ''
    setErrors(Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== shown)))
  }

  function dismiss() {
    if (busy) return
    if (isTyped) setAsking(true)
    else onClose()
  }

  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={isWarned ? `${id}-detail ${id}-warning` : `${id}-detail`}
      className={modal.medium}
      onDismiss={dismiss}
    >
      <form className={modal.form} noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-detail`}>{withWholeNumber(detail, order.number)}</p>
        {isWarned && (
          <div id={`${id}-warning`}>
            <Notice>
              The payment is disputed. Check with the payment provider first: what you ship or refund now may
              be lost twice.
            </Notice>
          </div>
        )}
        <fieldset className={styles.fields} disabled={busy} onInput={({ target }) => edited(target)}>
          <legend className="visually-hidden">{title}</legend>
          {children?.(errors)}
        </fieldset>
        <RefusalBlock message={refusal} />
        <div className={modal.buttons}>
          <Button tone="plain" disabled={busy} onClick={dismiss}>
            Back
          </Button>
          <Button tone="red" type="submit" disabled={busy}>
            {busy ? 'Working...' : yes}
          </Button>
        </div>
      </form>
      {asking && (
        <ConfirmDialog
          question="Discard what you typed?"
          detail="Nothing has been done yet."
          yes="Discard"
          no="Keep editing"
          onYes={onClose}
          onNo={() => setAsking(false)}
        />
      )}
    </Modal>
  )
}

/** The text, with the order's number not broken at its hyphens. */
function withWholeNumber(text: string, number: string): ReactNode {
  const at = text.indexOf(number)
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <span className={styles.number}>{number}</span>
      {text.slice(at + number.length)}
    </>
  )
}

const SIGNED_OUT = 'You are signed out. Sign in from another tab, then try again: nothing you typed is lost.'

/** The message of a refused action. */
export function refusalWords(answer: StaffAnswer<unknown> & { kind: 'refused' }): string {
  if (answer.code === 'signed-out') return SIGNED_OUT
  return (
    answer.title ??
    'The shop did not respond, so this may or may not have been done. Check the order in another tab before you try again.'
  )
}
