import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ISSUE_STATES, type IssueState, type RecipientCounts } from '#domain/newsletter/issue.ts'
import { epochFromClock } from '#domain/shop-time.ts'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import Composer, { type Written } from './composer.tsx'
import { countWords, subscriberWords } from './newsletter-draft.ts'
import { BeginButton } from './newsletters-page.tsx'
import Preview from './preview.tsx'
import styles from './newsletter.module.css'

export interface NewsletterPageProps extends Written {
  frame: StaffFrameProps
  state: IssueState
  counts: RecipientCounts
  sendAt: number | null
  times: { send: string; began: string; ended: string }
  /** The mail service cannot send newsletters. */
  isRefused: boolean
  now: number
}

const REFRESH_MS = 1_500
/** A newsletter that begins within this time is watched. */
const SOON_MS = 60_000

/** One newsletter: writing it, seeing it as its readers will, sending it, and what became of it. */
export default function NewsletterPage(first: NewsletterPageProps) {
  const { props, refresh, loading } = useLivePage(first)
  const { frame, newsletter, state, sendAt, now } = props
  const isWatched = state === 'sending' || (state === 'scheduled' && (sendAt ?? Infinity) < now + SOON_MS)
  useEffect(() => {
    if (!isWatched || loading) return undefined
    const timer = setTimeout(refresh, REFRESH_MS)
    return () => clearTimeout(timer)
  })
  const mayWrite = frame.permissions.includes('newsletters.send')
  return (
    <StaffFrame frame={frame} title={newsletter.subject || 'New newsletter'} here="/admin/subscribers">
      <p className={styles.lead}>
        <a href="/admin/newsletters">All newsletters</a>
      </p>
      <div className={styles.page}>
        <div className={styles.column}>
          {state === 'draft' && mayWrite ? (
            // Another version, such as one that was taken back, is another form.
            <Composer {...props} onSaved={refresh} />
          ) : (
            <Course {...props} mayWrite={mayWrite} onChange={refresh} />
          )}
        </div>
        <div className={styles.column}>
          <Preview id={newsletter.id} version={newsletter.version} />
          {state === 'draft' && mayWrite && <Sending {...props} onChange={refresh} />}
        </div>
      </div>
    </StaffFrame>
  )
}

type PartProps = NewsletterPageProps & { onChange: () => void }

const NO_ANSWER = 'The shop did not respond. Reload the page to see what happened.'

/** Sends a test, sends to everybody, or deletes the draft. */
function Sending({ newsletter, matching, isRefused, timeZone, onChange }: PartProps) {
  const { id, version } = newsletter
  const [clock, setClock] = useState('')
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState<'send' | 'delete' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const sendAt = clock === '' ? null : (epochFromClock(clock, timeZone) ?? -1)
  const params = { id }

  async function act(work: () => ReturnType<typeof request>, done: () => void) {
    setBusy(true)
    const answer = await work()
    flushSync(() => {
      setBusy(false)
      setAsks(null)
    })
    if (answer.kind === 'done') {
      setRefusal(null)
      return done()
    }
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    setRefusal(Object.values(answer.fields)[0] ?? answer.title ?? NO_ANSWER)
  }
  const request = (what: 'test' | 'send' | 'delete') => {
    if (what === 'test') return call('POST /api/staff/newsletters/:id/test', { params })
    if (what === 'delete') return call('DELETE /api/staff/newsletters/:id', { params })
    return call('POST /api/staff/newsletters/:id/send', { params, body: { version, sendAt } })
  }

  return (
    <section className={styles.section} aria-labelledby="sending">
      <h2 id="sending">Send</h2>
      <p role="status">
        <strong>{subscriberWords(matching)}</strong> would get what is saved.
      </p>
      {isRefused && (
        <p className={styles.warning}>
          EmailJS sends the emails of this shop. It drops the headers that let readers unsubscribe with one
          click, which Gmail and Yahoo ask of newsletters: choose a mail server (SMTP) under{' '}
          <a href="/admin/connections">Connections</a> first.
        </p>
      )}
      <RefusalBlock message={refusal} />
      <div className={styles.row}>
        <Button
          tone="plain"
          disabled={busy}
          onClick={() =>
            void act(
              () => request('test'),
              () => showToast('success', 'A test is on its way to your address.'),
            )
          }
        >
          Mail me a test
        </Button>
      </div>
      <Field
        label="When"
        type="datetime-local"
        value={clock}
        hint={`In the shop’s time zone: ${timeZone}. Empty: at once.`}
        onChange={({ target }) => setClock(target.value)}
      />
      <div className={styles.row}>
        <Button disabled={busy || isRefused} onClick={() => setAsks('send')}>
          {clock === '' ? 'Send' : 'Schedule'}
        </Button>
        <BeginButton copyOf={id}>Copy</BeginButton>
        <Button tone="plain" disabled={busy} onClick={() => setAsks('delete')}>
          Delete
        </Button>
      </div>
      {asks === 'send' && (
        <ConfirmDialog
          question={clock === '' ? 'Send this newsletter?' : 'Schedule this newsletter?'}
          detail={
            clock === ''
              ? `What is saved goes to ${subscriberWords(matching)}, in ten seconds. Until then you can take it back.`
              : 'What is saved goes to everyone who matches at that time. Until then you can take it back.'
          }
          yes={clock === '' ? 'Send it' : 'Schedule it'}
          no="Not yet"
          busy={busy}
          onYes={() => void act(() => request('send'), onChange)}
          onNo={() => setAsks(null)}
        />
      )}
      {asks === 'delete' && (
        <ConfirmDialog
          question="Delete this draft?"
          detail="Its text is gone for good."
          yes="Delete"
          no="Keep it"
          busy={busy}
          onYes={() =>
            void act(
              () => request('delete'),
              () => window.location.assign('/admin/newsletters'),
            )
          }
          onNo={() => setAsks(null)}
        />
      )}
    </section>
  )
}

const STEERS = { scheduled: 'draft', sending: 'stopped', stopped: 'sending' } as const
const VERBS = { scheduled: 'Take it back', sending: 'Stop', stopped: 'Continue' } as const

/** What becomes of a newsletter that is sent, and stopping it. */
function Course({
  newsletter,
  state,
  counts,
  matching,
  times,
  isRefused,
  mayWrite,
  onChange,
}: PartProps & { mayWrite: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { id } = newsletter
  const all = counts.waiting + counts.queued + counts.sent + counts.failed + counts.left

  async function steer(to: 'draft' | 'stopped' | 'sending') {
    setBusy(true)
    const answer = await call('POST /api/staff/newsletters/:id/steer', { params: { id }, body: { to } })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    flushSync(() => {
      setBusy(false)
      setRefusal(answer.kind === 'done' ? null : (answer.title ?? NO_ANSWER))
    })
    onChange()
    heading.current?.focus()
  }

  return (
    <section className={styles.section} aria-labelledby="course">
      <h2 id="course" ref={heading} tabIndex={-1}>
        {ISSUE_STATES[state]}
      </h2>
      <RefusalBlock message={refusal} />
      {isRefused && state !== 'sent' && (
        <p className={styles.warning}>
          It waits: EmailJS cannot send newsletters. Choose a mail server (SMTP).
        </p>
      )}
      <p role="status">
        {state === 'draft' && 'It is a draft.'}
        {state === 'scheduled' && `It goes out ${times.send}, to ${subscriberWords(matching)} as of now.`}
        {(state === 'sending' || state === 'stopped') &&
          `Since ${times.began}: ${countWords(counts, state)}.`}
        {state === 'sent' && `${times.began} to ${times.ended}: ${countWords(counts, state)}.`}
      </p>
      {(state === 'sending' || state === 'stopped') && (
        <progress
          className={styles.progress}
          aria-label="Emails of this newsletter"
          max={Math.max(1, all)}
          value={all - counts.waiting - counts.queued}
        />
      )}
      {counts.left + counts.failed > 0 && (
        <p className={styles.quiet}>
          Left out: they unsubscribed, or their address bounced. Failed: the mail server refused the email for
          good. <a href="/admin/bounces">Bounced addresses</a>
        </p>
      )}
      {mayWrite && (
        <div className={styles.row}>
          {(state === 'scheduled' || state === 'sending' || state === 'stopped') && (
            <Button disabled={busy} onClick={() => void steer(STEERS[state])}>
              {VERBS[state]}
            </Button>
          )}
          <BeginButton copyOf={id}>Copy</BeginButton>
        </div>
      )}
    </section>
  )
}
