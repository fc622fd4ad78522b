import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SUBSCRIBER_STATES } from '#domain/newsletter/newsletter.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import inbox from '#web/admin/list/inbox.module.css'
import Table from '#web/admin/list/table.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { SubscriberView } from '#web/views/newsletter/subscriber-view.ts'

type Task = { kind: 'unsubscribe' | 'delete'; subscriber: SubscriberView }

const COLUMNS = ['Email', 'Status', 'Joined', 'Confirmed', 'Left'].map((label) => ({
  label,
  isBrief: label !== 'Email',
}))
const ACTIONS = { label: 'Actions', isBrief: true }

interface SubscriberTableProps {
  listed: SubscriberView[]
  /** Shown when nothing is listed. */
  empty: string
  mayWrite: boolean
  onChange: () => void
}

/** One page of the list. With `mayWrite`, staff can unsubscribe or delete subscribers at their request. */
export default function SubscriberTable({ listed, empty, mayWrite, onChange }: SubscriberTableProps) {
  const list = useRef<HTMLDivElement>(null)
  const [latest, setLatest] = useState(listed)
  const [subscribers, setSubscribers] = useState(listed)
  const [task, setTask] = useState<Task | null>(null)
  const [busy, setBusy] = useState(false)
  if (latest !== listed) {
    setLatest(listed)
    setSubscribers(listed)
  }

  async function carryOut({ kind, subscriber: { id, email } }: Task) {
    setBusy(true)
    const sent = { params: { id } }
    const answer: StaffAnswer<SubscriberView | null> =
      kind === 'delete'
        ? await call('DELETE /api/staff/subscribers/:id', sent)
        : await call('POST /api/staff/subscribers/:id/unsubscribe', sent)
    // The dialog closes first: toast and focus then belong to the page.
    flushSync(() => {
      setBusy(false)
      setTask(null)
    })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'refused' && answer.code !== 'not-found') {
      return showToast('error', 'It’s not clear whether this worked. Reload the page to check.')
    }
    const now = answer.kind === 'done' ? answer.value : null
    flushSync(() =>
      setSubscribers((all) => all.flatMap((one) => (one.id !== id ? [one] : now === null ? [] : [now]))),
    )
    list.current?.focus()
    onChange()
    showToast('success', now === null ? `${email} is deleted.` : `${email} is unsubscribed.`)
  }

  return (
    <div ref={list} tabIndex={-1}>
      {subscribers.length === 0 ? (
        <p className={inbox.empty}>{empty}</p>
      ) : (
        <Table
          caption="Subscribers, newest first"
          columns={mayWrite ? [...COLUMNS, ACTIONS] : COLUMNS}
          rows={subscribers.map((subscriber) => ({
            key: subscriber.id,
            cells: [
              subscriber.email,
              SUBSCRIBER_STATES[subscriber.state],
              subscriber.joinedAt,
              subscriber.confirmedAt || '–',
              subscriber.unsubscribedAt || '–',
              ...(mayWrite
                ? [
                    <div key="actions" className={inbox.actions}>
                      {subscriber.state !== 'unsubscribed' && (
                        <Button
                          tone="plain"
                          disabled={busy}
                          aria-label={`Unsubscribe ${subscriber.email}`}
                          onClick={() => setTask({ kind: 'unsubscribe', subscriber })}
                        >
                          Unsubscribe
                        </Button>
                      )}
                      <Button
                        tone="plain"
                        disabled={busy}
                        aria-label={`Delete ${subscriber.email}`}
                        onClick={() => setTask({ kind: 'delete', subscriber })}
                      >
                        Delete
                      </Button>
                    </div>,
                  ]
                : []),
            ],
          }))}
        />
      )}
      {task && (
        <ConfirmDialog
          question={task.kind === 'delete' ? 'Delete this address?' : 'Unsubscribe this address?'}
          detail={
            task.kind === 'delete'
              ? `${task.subscriber.email} and its history are permanently deleted. The address can subscribe again.`
              : `${task.subscriber.email} no longer gets the newsletter unless it subscribes and confirms again.`
          }
          yes={task.kind === 'delete' ? 'Delete' : 'Unsubscribe'}
          no="Cancel"
          busy={busy}
          onYes={() => void carryOut(task)}
          onNo={() => setTask(null)}
        />
      )}
    </div>
  )
}
