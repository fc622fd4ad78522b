import { useCallback, useState } from 'react'
import { clockTime } from '#domain/shop-time.ts'
import type { DrawChange, LiveDraw } from '#operations/draws/draw-desk.ts'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import Table from '#web/admin/list/table.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { Figures, LOST_WORDS, PUZZLE_WORDS } from './room-page.tsx'
import own from './room-page.module.css'
import { useLive } from './use-live.ts'

export interface DrawPageProps {
  frame: StaffFrameProps
  id: string
  name: string
  handle: string
  live: LiveDraw
  timeZone: string
}

const PHASES: Readonly<Record<LiveDraw['phase'], string>> = {
  before: 'Not open yet',
  open: 'Open: people enter',
  drawing: 'Drawing: winners have time to pay, and the next follow',
  paused: 'Paused: nobody else is drawn for now',
  over: 'Over: what is left is sold to whoever comes',
  cancelled: 'Cancelled: nobody is drawn',
}

/** The draw of a drop: its entries by size, who won, and what staff do about it. */
export default function DrawPage({ frame, id, name, handle, live: first, timeZone }: DrawPageProps) {
  const look = useCallback(() => call('GET /api/staff/drops/:id/draw', { params: { id } }), [id])
  const { live, isLost, show } = useLive(first, look)
  const [isBusy, setBusy] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const number = (count: number) => count.toLocaleString('en-CA')
  const at = (time: number) => clockTime(time, timeZone).replace('T', ' ')
  const isDrawn = live.present !== null

  async function change(kind: DrawChange, done: string) {
    setBusy(true)
    const answer = await call('POST /api/staff/drops/:id/draw', { params: { id }, body: { kind } })
    setBusy(false)
    setClosing(false)
    if (show(answer)) showToast('success', done)
    else showToast('error', 'That did not work. Try again.')
  }

  const sum = (field: 'entries' | 'waiting' | 'won' | 'paid' | 'lapsed') =>
    number(live.lines.reduce((all, line) => all + line[field], 0))
  const figures: [string, string][] = [
    ['Entries', sum('entries')],
    ['Still in line', sum('waiting')],
    ['Won, to pay', sum('won')],
    ['Paid', sum('paid')],
    ['Not paid in time', sum('lapsed')],
  ]
  return (
    <StaffFrame frame={frame} title={`Draw of ${name}`} here="/admin/drops">
      <p className={styles.lead}>
        <a href={`/admin/drops/${id}`}>{name}</a> · <a href={`/drop/${handle}/draw`}>As shoppers see it</a>
      </p>
      {isLost && <Notice urgent>{LOST_WORDS}</Notice>}
      <div className={styles.page}>
        <section className={styles.section} aria-labelledby="now">
          <h2 id="now">{PHASES[live.phase]}</h2>
          <Figures figures={figures} />
          <p className={styles.quiet}>
            Entries from {at(live.entriesFrom)} until {at(live.soldFrom)}. Only confirmed ones count.
            {live.checksCard && ' Each has a card that the payment gateway has checked.'}
          </p>
          {!isDrawn && <p className={styles.quiet}>{PUZZLE_WORDS}</p>}
          {live.phase !== 'over' && live.phase !== 'cancelled' && (
            <div className={own.actions}>
              {live.phase === 'drawing' && (
                <Button
                  tone="plain"
                  disabled={isBusy}
                  onClick={() => void change('pause', 'Nobody else is drawn for now')}
                >
                  Pause
                </Button>
              )}
              {live.phase === 'paused' && (
                <Button tone="plain" disabled={isBusy} onClick={() => void change('resume', 'Drawing again')}>
                  Resume
                </Button>
              )}
              {!isDrawn && (
                <Button
                  tone="plain"
                  disabled={isBusy}
                  onClick={() =>
                    void (live.asksWork
                      ? change('no-work', 'Nobody has to solve a puzzle any more')
                      : change('ask-work', 'Browsers solve a puzzle before they enter'))
                  }
                >
                  {live.asksWork ? 'No puzzle any more' : 'Ask for a puzzle'}
                </Button>
              )}
              <Button tone="plain" disabled={isBusy} onClick={() => setClosing(true)}>
                {isDrawn ? 'End the draw' : 'Cancel the draw'}
              </Button>
            </div>
          )}
          {isClosing && (
            <ConfirmDialog
              question={isDrawn ? 'End the draw?' : 'Cancel the draw?'}
              detail={
                isDrawn
                  ? 'Nobody else is drawn. Who has won may still pay in time; the others are told. What is left is sold to whoever comes. This cannot be undone.'
                  : 'Nobody is drawn, and everyone who entered is told. From the time of the sale its pieces are sold to whoever comes. This cannot be undone.'
              }
              yes={isDrawn ? 'End it' : 'Cancel it'}
              no="Keep it"
              busy={isBusy}
              onYes={() => void change('close', isDrawn ? 'The draw is over' : 'The draw is cancelled')}
              onNo={() => setClosing(false)}
            />
          )}
          <Table
            caption="Entries by size"
            columns={[
              { label: 'Product' },
              { label: 'Size' },
              { label: 'Left', align: 'end' },
              { label: 'Entries', align: 'end' },
              { label: 'In line', align: 'end' },
              { label: 'To pay', align: 'end' },
              { label: 'Paid', align: 'end' },
              { label: 'Lapsed', align: 'end' },
            ]}
            rows={live.lines.map(({ product, size, units, entries, waiting, won, paid, lapsed }) => ({
              key: `${product} ${size}`,
              cells: [
                product,
                size,
                units === null ? 'Not tracked' : number(units),
                ...[entries, waiting, won, paid, lapsed].map(number),
              ],
            }))}
          />
        </section>
        <div className={styles.aside}>
          <section className={styles.section} aria-labelledby="winners">
            <h2 id="winners">Winners</h2>
            {live.winners.length === 0 ? (
              <p className={styles.quiet}>Nobody is drawn yet.</p>
            ) : (
              <Table
                caption="The latest winners"
                columns={[
                  { label: 'Place', align: 'end' },
                  { label: 'Entry', align: 'end' },
                  { label: 'Size' },
                  { label: 'Order' },
                ]}
                rows={live.winners.map((winner) => ({
                  key: winner.order,
                  cells: [
                    winner.place === null ? '' : number(winner.place),
                    winner.number === null ? '' : number(winner.number),
                    winner.size,
                    <span key="order">
                      <a href={`/admin/orders/${winner.order}`}>{winner.order}</a>{' '}
                      {winner.isPaid
                        ? 'paid'
                        : winner.payBy === null
                          ? 'not paid in time'
                          : `to pay by ${at(winner.payBy)}`}
                    </span>,
                  ],
                }))}
              />
            )}
          </section>
          <section className={styles.section} aria-labelledby="proof">
            <h2 id="proof">Proof</h2>
            <p className={styles.quiet}>Its page has the same, with the steps to check it.</p>
            <p className={own.digest}>SHA-256 of the seed: {live.commitment}</p>
            <p className={own.digest}>Seed: {live.seed ?? 'shown when the draw closes'}</p>
          </section>
        </div>
      </div>
    </StaffFrame>
  )
}
