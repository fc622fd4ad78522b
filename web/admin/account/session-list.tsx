import { useRef, useState } from 'react'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './account-page.module.css'

/** A session as displayed; times are in the shop's time zone. */
export interface SessionView {
  id: string
  browser: string
  address: string
  startedAt: string
  lastSeenAt: string
  isThisOne: boolean
}

interface SessionListProps {
  sessions: SessionView[]
  onEnded: (id: string) => void
  onOthersEnded: () => void
}

export default function SessionList({ sessions, onEnded, onOthersEnded }: SessionListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState(false)
  const others = sessions.filter(({ isThisOne }) => !isThisOne)

  async function end(asking: Promise<StaffAnswer<null>>, done: () => void) {
    setBusy(true)
    const answer = await asking
    setBusy(false)
    if (answer.kind === 'done') {
      done()
      heading.current?.focus()
    } else if (answer.code === 'signed-out') window.location.replace('/admin')
    else showToast('error', answer.title ?? 'The session could not be ended. Please try again.')
  }

  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      <ul className={styles.sessions}>
        {sessions.map(({ id, browser, address, startedAt, lastSeenAt, isThisOne }) => (
          <li key={id} className={styles.session}>
            <div>
              <p className={styles.browser}>
                {browser}
                {isThisOne && <span className={styles.here}>This browser</span>}
              </p>
              <p className={styles.details}>
                {address === '' ? '' : `${address}, `}since {startedAt}, last seen {lastSeenAt}
              </p>
            </div>
            {!isThisOne && (
              <Button
                tone="plain"
                className={form.small}
                disabled={busy}
                aria-label={`End the session of ${browser}, since ${startedAt}`}
                onClick={() =>
                  void end(call('POST /api/staff/end-session', { body: { id } }), () => onEnded(id))
                }
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          tone="plain"
          className={`${form.small} ${styles.others}`}
          disabled={busy}
          onClick={() => void end(call('POST /api/staff/end-other-sessions'), onOthersEnded)}
        >
          End all other sessions
        </Button>
      )}
    </section>
  )
}
