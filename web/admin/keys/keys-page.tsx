import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { KeyPermission } from '#domain/staff/permissions.ts'
import { KEY_PERMISSION_WORDS } from '#domain/staff/role-words.ts'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import Table from '#web/admin/list/table.tsx'
import people from '#web/admin/people/people-page.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { KeyView } from '#web/views/staff/key-view.ts'
import KeyForm from './key-form.tsx'

export interface KeysPageProps {
  frame: StaffFrameProps
  /** Whether the shop keeps the passwords, and asks for them again. */
  needsPassword: boolean
  /** What the member may allow a key. */
  allowed: KeyPermission[]
  /** Newest first; for owners everyone's. */
  keys: KeyView[]
}

const COLUMNS = ['Name', 'May', 'By', 'Last used', 'Works until', 'Actions'].map((label) => ({ label }))

/** Keys by which programs use the staff API. */
export default function KeysPage({ frame, needsPassword, allowed, keys: given }: KeysPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [keys, setKeys] = useState(given)
  const [asked, setAsked] = useState<KeyView | null>(null)
  const [busy, setBusy] = useState(false)

  async function revoke({ id, name }: KeyView) {
    setBusy(true)
    const answer = await call('POST /api/staff/keys/:id/revoke', { params: { id } })
    const isOver = answer.kind === 'done' || answer.code === 'not-found'
    flushSync(() => {
      setBusy(false)
      setAsked(null)
      if (isOver) setKeys((all) => all.filter((one) => one.id !== id))
    })
    heading.current?.focus()
    if (isOver) showToast('success', `${name} does not work any more.`)
    else
      showToast(
        'error',
        answer.title ?? 'It’s not clear whether this worked. Reload the page to check.',
        6_000,
      )
  }

  return (
    <StaffFrame frame={frame} title="API keys" here="/admin/keys">
      <div className={people.page}>
        <section className={people.list} aria-labelledby="keys">
          <div className={people.head}>
            <h2 id="keys" ref={heading} tabIndex={-1}>
              {keys.length === 0 ? 'No keys yet' : keys.length === 1 ? '1 key' : `${keys.length} keys`}
            </h2>
          </div>
          {keys.length > 0 && (
            <Table
              caption="Keys for programs"
              columns={COLUMNS}
              rows={keys.map((key) => ({
                key: key.id,
                cells: [
                  `${key.name} (…${key.ending})`,
                  key.permissions.map((one) => KEY_PERMISSION_WORDS[one]).join(', '),
                  key.by,
                  key.lastUsedAt || 'Never',
                  key.isExpired ? 'Expired' : key.expiresAt,
                  <Button
                    key="revoke"
                    tone="plain"
                    disabled={busy}
                    aria-label={`Revoke ${key.name}`}
                    onClick={() => setAsked(key)}
                  >
                    Revoke
                  </Button>,
                ],
              }))}
            />
          )}
        </section>
        <KeyForm
          needsPassword={needsPassword}
          allowed={allowed}
          onMade={(key) => setKeys((all) => [key, ...all])}
        />
      </div>
      {asked && (
        <ConfirmDialog
          question="Revoke this key?"
          detail={`Programs that use ${asked.name} are refused from then on.`}
          yes="Revoke"
          no="Cancel"
          busy={busy}
          onYes={() => void revoke(asked)}
          onNo={() => setAsked(null)}
        />
      )}
    </StaffFrame>
  )
}
