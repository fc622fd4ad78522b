import { useCallback, useState } from 'react'
import { clockTime } from '#domain/shop-time.ts'
import type { LiveRoom } from '#operations/drops/change-room.ts'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import Table from '#web/admin/list/table.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'
import CoursePlots from './course-plots.tsx'
import own from './room-page.module.css'
import { useLive } from './use-live.ts'

export interface RoomPageProps {
  frame: StaffFrameProps
  id: string
  name: string
  handle: string
  live: LiveRoom
  timeZone: string
}

type Change = SentBody<'POST /api/staff/drops/:id/room'>

/** Of the plot of those who wait: ten minutes. */
const MAX_WAITING = 300
const MAX_MESSAGE = 300

const PHASES: Readonly<Record<LiveRoom['status']['phase'], string>> = {
  before: 'Not open yet',
  open: 'Open: places are drawn at the start',
  running: 'Letting in',
  paused: 'Paused',
  closed: 'Closed: what is left is sold without waiting',
}

export const LOST_WORDS = 'The figures could not be read. They are read again by themselves.'
export const PUZZLE_WORDS =
  'When programs enter by the thousand, ask for a puzzle: each browser then works for about a second before it enters, and without JavaScript one person of a network enters every ten minutes. Places that were given stay.'

/** The waiting room of a drop while it runs: its figures, and what staff do about them. */
export default function RoomPage({ frame, id, name, handle, live: first, timeZone }: RoomPageProps) {
  const [waiting, setWaiting] = useState([first.waiting])
  const [message, setMessage] = useState(first.status.message)
  const [isBusy, setBusy] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const look = useCallback(() => call('GET /api/staff/drops/:id/room', { params: { id } }), [id])
  const noteWaiting = useCallback(
    (now: LiveRoom) => setWaiting((before) => [...before, now.waiting].slice(-MAX_WAITING)),
    [],
  )
  const { live, isLost, show } = useLive(first, look, noteWaiting)
  const { status } = live
  const number = (count: number) => count.toLocaleString('en-CA')

  async function change(body: Change, done: string) {
    setBusy(true)
    const isDone = show(await call('POST /api/staff/drops/:id/room', { params: { id }, body }))
    setBusy(false)
    setClosing(false)
    if (isDone) showToast('success', done)
    else showToast('error', 'That did not work. Try again.')
  }

  const button = (kind: Exclude<Change['kind'], 'message'>, label: string, done: string) => (
    <Button tone="plain" disabled={isBusy} onClick={() => void change({ kind } as Change, done)}>
      {label}
    </Button>
  )
  const figures: [string, string][] = [
    ['Waiting', number(live.waiting)],
    ['Let in', number(live.letIn)],
    ['Turns open', `${number(live.open)} of ${number(live.turnsAtOnce)}`],
    ['Bought', number(live.bought)],
    ['Lapsed', number(live.lapsed)],
    ['Orders in the last minute', number(live.ordersLastMinute)],
  ]
  return (
    <StaffFrame frame={frame} title={`Waiting room of ${name}`} here="/admin/drops">
      <p className={styles.lead}>
        <a href={`/admin/drops/${id}`}>{name}</a> · <a href={`/drop/${handle}/room`}>As shoppers see it</a> ·{' '}
        <a href={`/admin/drops/${id}/report`}>Report</a>
      </p>
      {isLost && <Notice urgent>{LOST_WORDS}</Notice>}
      <div className={styles.page}>
        <section className={styles.section} aria-labelledby="now">
          <h2 id="now">{PHASES[status.phase]}</h2>
          <Figures figures={figures} />
          <p className={styles.quiet}>
            {status.present === null
              ? `Opens ${at(status.opensAt)}, starts ${at(status.startsAt)}.`
              : `Present at the start: ${number(status.present)}. Arrived until now: ${number(status.arrived)}.`}{' '}
            Let in a minute, at most: {number(live.mostPerMinute)}. Turns at once: {number(live.turnsAtOnce)}.
            That is {live.pace} % of what the drop is set to.
          </p>
          <p className={styles.quiet}>{PUZZLE_WORDS}</p>
          <div className={own.actions}>
            {status.phase === 'paused'
              ? button('resume', 'Resume', 'Letting in again')
              : button('pause', 'Pause', 'Nobody else is let in for now')}
            {button('faster', 'Faster', 'Half as many again are let in')}
            {button('slower', 'Slower', 'A third fewer are let in')}
            {status.asksWork
              ? button('no-work', 'No puzzle any more', 'Nobody has to solve a puzzle any more')
              : button('ask-work', 'Ask for a puzzle', 'Browsers solve a puzzle before they enter')}
            {status.phase === 'closed' ? (
              button('reopen', 'Open again', 'The room is open again')
            ) : (
              <Button tone="plain" disabled={isBusy} onClick={() => setClosing(true)}>
                Close
              </Button>
            )}
          </div>
          <CoursePlots course={live.course} hasRoom waiting={waiting} />
          {isClosing && (
            <ConfirmDialog
              question="Close the waiting room?"
              detail="What is left is then sold to whoever comes first. Places are kept, in case you open it again."
              yes="Close"
              no="Keep it"
              busy={isBusy}
              onYes={() => void change({ kind: 'close' } as Change, 'The room is closed')}
              onNo={() => setClosing(false)}
            />
          )}
        </section>
        <div className={styles.aside}>
          <section className={styles.section} aria-labelledby="message">
            <h2 id="message">Message</h2>
            <TextArea
              label="To everyone who waits"
              rows={3}
              maxLength={MAX_MESSAGE}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
            <Button
              disabled={isBusy || message.trim() === status.message}
              onClick={() => void change({ kind: 'message', message } as Change, 'Message shown')}
            >
              {message.trim() === '' && status.message !== '' ? 'Remove message' : 'Show message'}
            </Button>
          </section>
          <section className={styles.section} aria-labelledby="left">
            <h2 id="left">Pieces left</h2>
            {live.left.length === 0 ? (
              <p className={styles.quiet}>The drop has no products.</p>
            ) : (
              <Table
                caption="Pieces left by size"
                columns={[{ label: 'Product' }, { label: 'Size' }, { label: 'Left', align: 'end' }]}
                rows={live.left.map(({ product, size, units }) => ({
                  key: `${product} ${size}`,
                  cells: [product, size, units === null ? 'Not tracked' : number(units)],
                }))}
              />
            )}
          </section>
        </div>
      </div>
    </StaffFrame>
  )

  function at(time: number): string {
    return clockTime(time, timeZone).replace('T', ' ')
  }
}

/** Figures with their labels. */
export function Figures({ figures }: { figures: readonly (readonly [string, number | string])[] }) {
  return (
    <dl className={own.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString('en-CA')}</dd>
        </div>
      ))}
    </dl>
  )
}
