import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { mailtoLink } from '#domain/email.ts'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import inbox from '#web/admin/list/inbox.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { newId } from '#web/admin/new-id.ts'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './message-page.module.css'
import type { MessageView } from '#web/views/inbox/message-view.ts'
import { ordersAddress } from '#web/views/orders/orders-query.ts'

export interface MessagePageProps {
  frame: StaffFrameProps
  /** Null when there is no such message, or it was deleted. */
  message: MessageView | null
  /** Of a withdrawal from a contract. Times are days in words. */
  withdrawal: {
    contract: string
    refundBy: string
    /** Null: no order has the number that was typed. */
    order: {
      number: string
      /** It has the email address of the withdrawal. */
      isOfSender: boolean
      /** The day of the last parcel; null: not all of it is sent. */
      sentOn: string | null
      /** The withdrawal is in time if the last parcel arrived on this day or later. */
      arrivedSince: string
    } | null
  } | null
}

const LIST = '/admin/messages'

/** One message in full, with its actions. */
export default function MessagePage({ frame, message, withdrawal }: MessagePageProps) {
  const [waiting, setWaiting] = useState(frame.waiting[LIST] ?? 0)
  return (
    <StaffFrame
      frame={{ ...frame, waiting: { ...frame.waiting, [LIST]: waiting } }}
      title="Messages"
      here={LIST}
    >
      <a className={inbox.open} href={LIST}>
        All messages
      </a>
      {message === null ? (
        <p className={inbox.empty}>This message doesn’t exist. Someone may have deleted it.</p>
      ) : (
        <Message
          first={message}
          withdrawal={withdrawal}
          mayWrite={frame.permissions.includes('messages.write')}
          mayReadOrders={frame.permissions.includes('orders.read')}
          onWaiting={(change) => setWaiting((before) => Math.max(0, before + change))}
        />
      )}
    </StaffFrame>
  )
}

interface MessageProps {
  first: MessageView
  withdrawal: MessagePageProps['withdrawal']
  mayWrite: boolean
  mayReadOrders: boolean
  onWaiting: (change: number) => void
}

function Message({ first, withdrawal, mayWrite, mayReadOrders, onWaiting }: MessageProps) {
  const [message, setMessage] = useState(first)
  const [busy, setBusy] = useState(false)
  const markButton = useRef<HTMLButtonElement>(null)
  const [asking, setAsking] = useState(false)
  const { id, name, email, subject, receivedAt, answered, version } = message

  function show(next: MessageView) {
    onWaiting(Number(next.answered === null) - Number(answered === null))
    setMessage(next)
  }

  async function mark() {
    setBusy(true)
    const answer = await askToMark({ id, version }, answered === null)
    setBusy(false)
    if (answer.kind === 'done') {
      show(answer.value)
      // Only this can be undone: the opposite loses who answered, and when.
      if (answered === null) offerUndo('Marked as answered.', () => unmark(answer.value))
      return
    }
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.current) show(answer.current)
    showToast('error', answer.title ?? 'The message could not be marked. Please try again.')
  }

  async function unmark(marked: MessageView) {
    const answer = await askToMark(marked, false)
    const current = answer.kind === 'done' ? answer.value : answer.current
    if (current) {
      onWaiting(Number(current.answered === null) - Number(marked.answered === null))
      setMessage(current)
    }
    markButton.current?.focus()
    if (answer.kind === 'refused') showToast('error', answer.title ?? 'This change could not be undone.')
  }

  async function deleteMessage() {
    setBusy(true)
    const answer = await call('DELETE /api/staff/messages/:id', { params: { id } })
    if (answer.kind === 'done' || answer.code === 'not-found') return window.location.assign(LIST)
    flushSync(() => {
      setBusy(false)
      setAsking(false)
    })
    if (answer.code === 'signed-out') window.location.replace('/admin')
    else showToast('error', 'The message could not be deleted. Please try again.')
  }

  return (
    <article className={styles.message} aria-labelledby="message-heading">
      <h2 id="message-heading">
        {subject} from {name}
      </h2>
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>{email}</dd>
        <dt>Received</dt>
        <dd>{receivedAt}</dd>
        {withdrawal && <WithdrawalFacts {...withdrawal} mayReadOrders={mayReadOrders} />}
        <dt>Status</dt>
        <dd>
          <span role="status" className={answered ? undefined : inbox.waits}>
            {answered ? `Answered ${answered.at} by ${answered.by}` : 'Not answered'}
          </span>
        </dd>
      </dl>
      <p className={styles.text}>
        {withdrawal && message.message === '' ? 'From the whole contract.' : message.message}
      </p>
      {message.answers.map((answer) => (
        <section key={answer.id} aria-label={`Answer of ${answer.at}`}>
          <p className={styles.answered}>
            {answer.by}, {answer.at}
          </p>
          <p className={styles.answer}>{answer.text}</p>
        </section>
      ))}
      {mayWrite && <AnswerForm id={id} email={email} onAnswered={show} />}
      <div className={inbox.actions}>
        <LinkButton href={mailtoLink(email, `Re: ${subject}`)} tone="plain">
          Reply by email
        </LinkButton>
        {mayReadOrders && (
          <LinkButton href={`/admin/orders${ordersAddress({ q: email })}`} tone="plain">
            Orders of this customer
          </LinkButton>
        )}
        {mayWrite && (
          <>
            <Button ref={markButton} tone="ink" disabled={busy} onClick={() => void mark()}>
              {answered ? 'Mark as not answered' : 'Mark as answered'}
            </Button>
            {withdrawal === null && (
              <Button tone="plain" disabled={busy} onClick={() => setAsking(true)}>
                Delete
              </Button>
            )}
          </>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          question="Delete this message?"
          detail={`The message from ${name} is permanently deleted, including the name and address. Copies that were emailed are not deleted.`}
          yes="Delete"
          no="Cancel"
          busy={busy}
          onYes={() => void deleteMessage()}
          onNo={() => setAsking(false)}
        />
      )}
    </article>
  )
}

function WithdrawalFacts({
  contract,
  refundBy,
  order,
  mayReadOrders,
}: NonNullable<MessagePageProps['withdrawal']> & { mayReadOrders: boolean }) {
  return (
    <>
      <dt>Contract</dt>
      <dd>{contract}</dd>
      <dt>Order</dt>
      <dd>
        {order === null ? (
          'No order has this number. Look among the orders of this customer.'
        ) : (
          <>
            {mayReadOrders ? <a href={`/admin/orders/${order.number}`}>{order.number}</a> : order.number}
            {order.isOfSender
              ? ', with the same email address.'
              : ', with another email address: ask the customer before you act.'}
          </>
        )}
      </dd>
      {order && (
        <>
          <dt>In time</dt>
          <dd>
            {order.sentOn === null
              ? 'Yes: not everything has been sent.'
              : `If the last parcel, which was sent on ${order.sentOn}, arrived on ${order.arrivedSince} or later.`}
          </dd>
        </>
      )}
      <dt>Refund by</dt>
      <dd>
        {refundBy}, with the cheapest standard delivery. You may wait until you have the items, or the
        customer’s proof that they were sent.
      </dd>
    </>
  )
}

/** Answers from the shop: the answer is kept with the message. */
function AnswerForm({
  id,
  email,
  onAnswered,
}: {
  id: string
  email: string
  onAnswered: (message: MessageView) => void
}) {
  const [answerId, setAnswerId] = useState(newId)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useUnsavedWarning(() => text.trim() !== '')

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    const sent = await call('POST /api/staff/messages/:id/answers', {
      params: { id },
      body: { answerId, text },
    })
    setBusy(false)
    if (sent.kind === 'refused') {
      const failure = 'The shop did not respond. Press the button again: nothing is sent twice.'
      return setError(sent.fields['text'] ?? sent.title ?? failure)
    }
    setText('')
    setAnswerId(newId())
    onAnswered(sent.value)
    showToast('success', 'Answer sent')
  }

  return (
    <form className={styles.form} noValidate aria-busy={busy} onSubmit={(event) => void send(event)}>
      <TextArea
        label={`Your answer to ${email}`}
        rows={5}
        value={text}
        error={error ?? undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" tone="red" disabled={busy}>
        {busy ? 'Sending...' : 'Send answer'}
      </Button>
    </form>
  )
}

function askToMark({ id, version }: Pick<MessageView, 'id' | 'version'>, answered: boolean) {
  return call('POST /api/staff/messages/:id/mark', { params: { id }, body: { version, answered } })
}
