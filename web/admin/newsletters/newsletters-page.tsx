import { useState } from 'react'
import { ISSUE_STATES, type IssueState, type RecipientCounts } from '#domain/newsletter/issue.ts'
import { call } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { filteredAddress } from '#web/views/filtered-list.ts'
import { countWords } from './newsletter-draft.ts'
import styles from './newsletter.module.css'

export interface NewslettersPageProps {
  frame: StaffFrameProps
  /** The latest first; null when they could not be loaded. `at`: when it was sent, is sent, or was changed. */
  list: {
    page: number
    pages: number
    newsletters: {
      id: string
      subject: string
      state: IssueState
      at: string
      counts: RecipientCounts
      madeBy: string
    }[]
  } | null
}

const PATH = '/admin/newsletters'
const COLUMNS = [
  { label: 'Subject' },
  { label: 'Status', isBrief: true },
  { label: 'When', isBrief: true },
  { label: 'Recipients', isBrief: true },
  { label: 'By' },
]

/** Every newsletter: drafts, scheduled ones, and what was sent to how many. */
export default function NewslettersPage({ frame, list }: NewslettersPageProps) {
  const addressOf = (page: number) => filteredAddress(PATH, { q: '', state: '', page })
  return (
    <StaffFrame frame={frame} title="Newsletters" here="/admin/subscribers">
      <p className={styles.lead}>
        To confirmed subscribers only, each once. Emails about orders always go first. The shop does not
        record who opens or clicks.
      </p>
      <div className={styles.row}>
        {frame.permissions.includes('newsletters.send') && (
          <BeginButton copyOf={null}>New newsletter</BeginButton>
        )}
        <a className={styles.link} href="/admin/subscribers">
          Subscribers
        </a>
      </div>
      {list === null ? (
        <ListNotLoaded what="newsletters" href={PATH} />
      ) : list.newsletters.length === 0 ? (
        <p className={inbox.empty}>No newsletter yet.</p>
      ) : (
        <>
          <Table
            caption="Newsletters, the latest first"
            columns={COLUMNS}
            rows={list.newsletters.map(({ id, subject, state, at, counts, madeBy }) => ({
              key: id,
              cells: [
                <a key="subject" href={`${PATH}/${id}`}>
                  {subject || 'Without a subject'}
                </a>,
                ISSUE_STATES[state],
                at,
                state === 'draft' || state === 'scheduled' ? '–' : countWords(counts, state),
                madeBy,
              ],
            }))}
          />
          <PageLinks page={list.page} pages={list.pages} addressOf={addressOf} />
        </>
      )}
    </StaffFrame>
  )
}

interface BeginProps {
  copyOf: string | null
  children: string
}

/** Begins a newsletter, and opens it. */
export function BeginButton({ copyOf, children }: BeginProps) {
  const [busy, setBusy] = useState(false)

  async function begin() {
    setBusy(true)
    const answer = await call('POST /api/staff/newsletters', { body: { copyOf } })
    if (answer.kind === 'done') return window.location.assign(`${PATH}/${answer.value.id}`)
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    setBusy(false)
    showToast('error', answer.title ?? 'The shop did not respond. Try again.')
  }

  return (
    <Button tone={copyOf === null ? 'ink' : 'plain'} disabled={busy} onClick={() => void begin()}>
      {children}
    </Button>
  )
}
