import { useCallback, useState, type FormEvent } from 'react'
import { ROBOTS } from '#domain/drops/rehearsal.ts'
import { clockTime } from '#domain/shop-time.ts'
import type {
  DropRehearsal,
  RehearsalCourse,
  RehearsalReport,
  RehearsalView,
} from '#operations/drops/rehearse-drop.ts'
import { call } from '#web/admin/call-staff-api.ts'
import Table from '#web/admin/list/table.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { wholeOf } from '#web/admin/typed-numbers.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Notice from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { sinceStart } from '#web/views/drop-course.ts'
import CoursePlots from './course-plots.tsx'
import { Figures, LOST_WORDS } from './room-page.tsx'
import { RefusedCounts } from './refused.tsx'
import own from './room-page.module.css'
import { useLive } from './use-live.ts'

type Gate = 'none' | 'room' | 'draw'

export interface RehearsalPageProps {
  frame: StaffFrameProps
  id: string
  name: string
  gate: Gate
  live: RehearsalView
  timeZone: string
}

/** Of the plot of those who wait: ten minutes. */
const MAX_WAITING = 300
const FIRST_ROBOTS = 500

const STATES: Readonly<Record<DropRehearsal['state'], string>> = {
  waiting: 'Begins within seconds',
  running: 'Running',
  stopping: 'Stopping',
  finished: 'Finished',
  stopped: 'Stopped',
  failed: 'Could not be run',
}

const PHASES: Readonly<Record<RehearsalCourse['phase'], string>> = {
  copying: 'Copying the drop',
  starting: 'Starting the shop on the copy',
  waiting: 'Robots come, and wait for the start',
  selling: 'Selling',
}
const DRAW_PHASES = {
  ...PHASES,
  waiting: 'Robots enter, and wait for the draw',
  selling: 'Winners are drawn, and pay',
}

/** What the robots of a drop do. */
const CROWDS: Readonly<Record<Gate, string>> = {
  none: 'Two thirds of the robots are there at the start, the others come after it. One in twenty tries twice, and a few order and do not pay: their pieces are free again after two minutes.',
  room: 'Two thirds of the robots are there at the start, the others come after it. One in ten gives up its turn, one in twenty tries twice, and a few order and do not pay: their pieces are free again after two minutes.',
  draw: 'All robots enter before the draw. One in fifteen does not press the button in its email, one in twenty tries twice, and a few win and do not pay: their pieces stay held, for an hour at least, and so beyond the rehearsal.',
}

const number = (count: number) => count.toLocaleString('en-CA')

/** Rehearses a drop: begins and stops it, shows it as it goes, and what came of it. */
export default function RehearsalPage({ frame, id, name, gate, live: first, timeZone }: RehearsalPageProps) {
  const [waiting, setWaiting] = useState<number[]>([])
  const look = useCallback(() => call('GET /api/staff/drops/:id/rehearsal', { params: { id } }), [id])
  const noteWaiting = useCallback(({ rehearsal }: RehearsalView) => {
    const robots = rehearsal?.endedAt === null ? rehearsal.course?.robots : undefined
    setWaiting((before) => (robots ? [...before, robots.waiting].slice(-MAX_WAITING) : []))
  }, [])
  const { live, isLost, show } = useLive(first, look, noteWaiting)
  const { rehearsal } = live
  return (
    <StaffFrame frame={frame} title={`Rehearsal of ${name}`} here="/admin/drops">
      <p className={styles.lead}>
        <a href={`/admin/drops/${id}`}>{name}</a> · Robots buy the drop on a copy of the shop. Nothing in your
        shop changes.
      </p>
      {isLost && <Notice urgent>{LOST_WORDS}</Notice>}
      <div className={styles.page}>
        {rehearsal === null ? (
          <section className={styles.section} aria-labelledby="state">
            <h2 id="state">Not rehearsed yet</h2>
            <p className={styles.quiet}>What happens, and what came of it, is shown here.</p>
          </section>
        ) : (
          <Rehearsal {...{ id, rehearsal, gate, waiting, timeZone, show }} />
        )}
        <div className={styles.aside}>
          {(rehearsal === null || rehearsal.endedAt !== null) && (
            <Begin id={id} live={live} again={rehearsal !== null} show={show} />
          )}
          <section className={styles.section} aria-labelledby="what">
            <h2 id="what">What it does</h2>
            <ul className={styles.plainList}>
              <li>
                It copies the products of the drop with their stock, and the settings: no customer, order or
                key.
              </li>
              <li>
                A second shop sells them on this machine, as a test: no card is charged, and no email, webhook
                or supplier is reached.
              </li>
              <li>{CROWDS[gate]}</li>
              <li>
                It has the lowest priority, so that shoppers of your shop go first. Times are those of this
                machine while it does both. It takes ten minutes at most, and the copy is removed.
              </li>
            </ul>
          </section>
        </div>
      </div>
    </StaffFrame>
  )
}

type Show = ReturnType<typeof useLive<RehearsalView>>['show']

/** The form that begins one. */
function Begin({ id, live, again, show }: { id: string; live: RehearsalView; again: boolean; show: Show }) {
  const { mostRobots, refusal } = live
  const [robots, setRobots] = useState(String(Math.min(FIRST_ROBOTS, mostRobots || FIRST_ROBOTS)))
  const [fault, setFault] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)

  async function begin(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const body = { robots: wholeOf(robots) }
    const answer = await call('POST /api/staff/drops/:id/rehearsal', { params: { id }, body })
    setBusy(false)
    if (answer.kind === 'done') {
      show(answer)
      setFault(undefined)
    } else if (answer.code === 'signed-out') window.location.replace('/admin')
    else setFault(answer.fields['robots'] ?? answer.title ?? 'That did not work. Try again.')
  }

  return (
    <section className={styles.section} aria-labelledby="begin">
      <h2 id="begin">Rehearse this drop</h2>
      {refusal !== null && <Notice>{refusal}</Notice>}
      <form className={styles.form} onSubmit={(event) => void begin(event)} noValidate>
        <Field
          label="Robots"
          inputMode="numeric"
          autoComplete="off"
          value={robots}
          hint={`From ${ROBOTS.min} to ${number(mostRobots)}: as many as this machine carries now.${again ? ' The last rehearsal is replaced.' : ''}`}
          error={fault}
          onChange={({ target }) => setRobots(target.value)}
        />
        <Button type="submit" disabled={isBusy || refusal !== null}>
          Rehearse
        </Button>
      </form>
    </section>
  )
}

interface RehearsalProps {
  id: string
  rehearsal: DropRehearsal
  gate: Gate
  waiting: readonly number[]
  timeZone: string
  show: Show
}

/** How one goes, or went. */
function Rehearsal({ id, rehearsal, gate, waiting, timeZone, show }: RehearsalProps) {
  const { state, course, failure, endedAt, askedAt, robots: asked } = rehearsal
  const [isBusy, setBusy] = useState(false)
  const at = clockTime(endedAt ?? askedAt, timeZone).replace('T', ' ')
  const phases = gate === 'draw' ? DRAW_PHASES : PHASES

  async function stop() {
    setBusy(true)
    const answer = await call('POST /api/staff/drops/:id/rehearsal/stop', { params: { id } })
    setBusy(false)
    if (answer.kind === 'done') show(answer)
    else showToast('error', 'That did not work. Try again.')
  }

  return (
    <section className={styles.section} aria-labelledby="state">
      <div role="status">
        <h2 id="state">{state === 'running' ? phases[course?.phase ?? 'copying'] : STATES[state]}</h2>
      </div>
      <p className={styles.quiet}>
        {number(asked)} robots. {endedAt === null ? `Asked for ${at}.` : `Ended ${at}.`}
      </p>
      {failure !== '' && <Notice urgent={state === 'failed'}>{failure}</Notice>}
      {endedAt === null && (
        <div className={own.actions}>
          <Button tone="plain" disabled={isBusy || state === 'stopping'} onClick={() => void stop()}>
            Stop
          </Button>
        </div>
      )}
      {course?.report && <Report report={course.report} course={course} gate={gate} />}
      {course !== null && course.startsAt !== null && (
        <>
          {course.report && <h3>Robots</h3>}
          <Figures figures={countsOf(course, gate)} />
          {course.sale && <CoursePlots course={course.sale} hasRoom={gate === 'room'} waiting={waiting} />}
          {course.sale && course.sale.refused.length > 0 && (
            <>
              <h3>Refused by the limit</h3>
              <RefusedCounts counts={course.sale.refused} />
            </>
          )}
        </>
      )}
    </section>
  )
}

function countsOf({ robots }: RehearsalCourse, gate: Gate): [string, number][] {
  const { arrived, waiting, paid, soldOut, left, abandoned, refused, missed, failed } = robots
  return [
    [gate === 'draw' ? 'Entered' : 'Came', arrived],
    [gate === 'none' ? 'Buying' : 'Waiting', waiting],
    ['Paid', paid],
    [gate === 'draw' ? 'Won nothing' : 'Found nothing left', soldOut],
    ...(gate === 'none'
      ? []
      : ([
          [gate === 'draw' ? 'Did not confirm' : 'Gave up their turn', left],
          ['Came too late', missed],
        ] as [string, number][])),
    ['Did not pay', abandoned],
    ['Refused', refused],
    ['Failed', failed],
  ]
}

function Report({ report, course, gate }: { report: RehearsalReport; course: RehearsalCourse; gate: Gate }) {
  const { pieces, left, sold, oversold, mostOfOne, failures } = report
  const { sale, serverErrors, memoryMegabytes } = course
  const soldOutMs = sale?.soldOutMs ?? null
  const figures: [string, number | string][] = [
    ['Pieces', pieces ?? 'Not counted'],
    ['Sold', sold],
    ['Oversold', oversold],
    ['Left', left ?? 'Not counted'],
    ...(pieces === null || left === null
      ? []
      : ([['Held, unpaid', Math.max(0, pieces - sold - left)]] as [string, number][])),
    ['Sold out after', soldOutMs === null ? '–' : sinceStart(soldOutMs)],
    ['Most of one person', mostOfOne],
    ['Answers with an error', serverErrors],
    ...(memoryMegabytes > 0 ? ([['Memory, at most', `${memoryMegabytes} MB`]] as [string, string][]) : []),
  ]
  const answers = [
    [gate === 'draw' ? 'Looking at an entry' : 'Looking at the room', report.polls],
    [gate === 'draw' ? 'Entering' : 'Ordering', report.orders],
  ] as const
  return (
    <>
      <Figures figures={figures} />
      <Table
        caption="How long answers took"
        columns={[
          { label: 'Answers' },
          { label: 'Count', align: 'end' },
          { label: 'Half within', align: 'end' },
          { label: '95 % within', align: 'end' },
          { label: 'Slowest', align: 'end' },
        ]}
        rows={answers
          .filter(([, { count }]) => count > 0)
          .map(([what, { count, half, most, slowest }]) => ({
            key: what,
            cells: [what, number(count), `${number(half)} ms`, `${number(most)} ms`, `${number(slowest)} ms`],
          }))}
      />
      {failures.length > 0 && (
        <Table
          caption="What failed"
          columns={[{ label: 'Why' }, { label: 'Robots', align: 'end' }]}
          rows={failures.map(({ words, robots }) => ({ key: words, cells: [words, number(robots)] }))}
        />
      )}
    </>
  )
}
