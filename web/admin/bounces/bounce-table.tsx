import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import Table from '#web/admin/list/table.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { BounceView } from '#web/views/mail/bounce-view.ts'

const COLUMNS = [{ label: 'Email' }, { label: 'Bounced', isBrief: true }, { label: 'Server response' }]
const ACTIONS = { label: 'Actions' }

interface BounceTableProps {
  listed: BounceView[]
  /** Shown when nothing is listed. */
  empty: string
  mayLift: boolean
  onLift: () => void
}

/** One page of the list. With `mayLift`, staff can allow mails to an address again. */
export default function BounceTable({ listed, empty, mayLift, onLift }: BounceTableProps) {
  const list = useRef<HTMLDivElement>(null)
  const [latest, setLatest] = useState(listed)
  const [bounces, setBounces] = useState(listed)
  const [busy, setBusy] = useState(false)
  if (latest !== listed) {
    setLatest(listed)
    setBounces(listed)
  }

  async function lift({ id, address }: BounceView) {
    setBusy(true)
    const answer = await call('DELETE /api/staff/bounces/:id', { params: { id } })
    setBusy(false)
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'refused' && answer.code !== 'not-found') {
      return showToast('error', 'It’s not clear whether this worked. Reload the page to check.')
    }
    flushSync(() => setBounces((all) => all.filter((one) => one.id !== id)))
    onLift()
    list.current?.focus()
    showToast('success', `Email to ${address} is allowed again.`)
  }

  return (
    <div ref={list} tabIndex={-1}>
      {bounces.length === 0 ? (
        <p className={inbox.empty}>{empty}</p>
      ) : (
        <Table
          caption="Bounced addresses, newest first"
          columns={mayLift ? [...COLUMNS, ACTIONS] : COLUMNS}
          rows={bounces.map((bounce) => ({
            key: bounce.id,
            cells: [
              bounce.address,
              bounce.at,
              bounce.words,
              ...(mayLift
                ? [
                    <div key="actions" className={inbox.actions}>
                      <Button
                        tone="plain"
                        disabled={busy}
                        aria-label={`Allow email to ${bounce.address}`}
                        onClick={() => void lift(bounce)}
                      >
                        Allow email
                      </Button>
                    </div>,
                  ]
                : []),
            ],
          }))}
        />
      )}
    </div>
  )
}
