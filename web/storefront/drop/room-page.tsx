import { expectedWait, standingOf, type RoomStatus } from '#domain/drops/room.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Trap from '#web/storefront/trap.tsx'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import Notice from '#web/ui/notice.tsx'
import { useWords } from '#web/ui/use-words.ts'
import Countdown from './countdown.tsx'
import Proof from './proof.tsx'
import styles from './room-page.module.css'
import { useRoom, type OwnPlace } from './use-room.ts'
import Work from './work.tsx'

export interface RoomPageProps {
  frame: FrameProps
  name: string
  handle: string
  /** As it was when the page was made. */
  status: RoomStatus
  /** What this browser works out before it enters, while the room asks for it. */
  task: string
  /** It tried to enter without. */
  isRefused: boolean
  /** When it opens and starts, in words. */
  times: { opens: string; starts: string }
  /** Null: this browser has not entered. */
  own: OwnPlace | null
  /** The turn that it took; `isOver`: it has ended. */
  turn: { endsAt: number; time: string; isOver: boolean } | null
}

/** The waiting room of a drop: where one stands, and what to do. Its forms work without a script. */
export default function RoomPage(props: RoomPageProps) {
  const { frame, name, handle, times, task, isRefused, own, turn, ...first } = props
  const words = useWords('drop-room')
  const workWords = useWords('drop-work')
  const room = useRoom(handle, first.status, own)
  const { commitment, seed, present } = room.status
  const drop = `/drop/${handle}`
  return (
    <PageFrame {...frame}>
      <div className={styles.room}>
        <header className={styles.head}>
          <p className={styles.of}>{words.heading}</p>
          <h1 className={styles.name}>
            <a href={drop}>{name}</a>
          </h1>
        </header>
        {isRefused && room.status.asksWork && <Notice urgent>{workWords.refused}</Notice>}
        {turn && !turn.isOver ? (
          <section className={styles.now}>
            <Said>{words.yourTurn}</Said>
            <p>{words.turnUntil(turn.time)}</p>
            <Countdown at={turn.endsAt} />
            <p>{words.turnNext}</p>
            <LinkButton tone="red" href={drop}>
              {words.toTheDrop}
            </LinkButton>
          </section>
        ) : (
          <Standing handle={handle} times={times} own={own} task={task} hadTurn={turn !== null} room={room} />
        )}
        {room.status.message && <p className={styles.message}>{room.status.message}</p>}
        {room.isLost && (
          <p role="status" className={styles.quiet}>
            {words.unreachable}
          </p>
        )}
        <noscript>
          <p>
            <a href={`${drop}/room`}>{words.lookAgain}</a>
          </p>
        </noscript>
        <Proof
          summary={words.proof}
          text={words.proofNext}
          facts={[
            [words.commitment, commitment],
            [words.seed, seed ?? words.seedLater],
            ...(present === null ? [] : [[words.present, words.number(present)] as const]),
            ...(own ? [[words.arrival, words.number(own.number)] as const] : []),
          ]}
        />
      </div>
    </PageFrame>
  )
}

interface StandingProps extends Pick<RoomPageProps, 'handle' | 'times' | 'own' | 'task'> {
  hadTurn: boolean
  room: ReturnType<typeof useRoom>
}

function Standing({ handle, times, own, task, hadTurn, room: { status, place } }: StandingProps) {
  const words = useWords('drop-room')
  const { phase, pieces, servedTo } = status
  const asked = status.asksWork ? task : null
  // What everybody gets may be a second old.
  const arrived = Math.max(status.arrived, own?.number ?? 0)
  if (phase === 'closed')
    return (
      <section className={styles.now}>
        <Said>{words.closed}</Said>
        <p>{words.closedNext}</p>
        <LinkButton href={`/drop/${handle}`}>{words.toTheDrop}</LinkButton>
      </section>
    )
  if (phase === 'before')
    return (
      <section className={styles.now}>
        <Said>{words.opens(times.opens)}</Said>
        <Countdown at={status.opensAt} />
        <p>{words.draws(times.starts)}</p>
        <p className={styles.quiet}>{words.comeBack}</p>
      </section>
    )
  if (phase === 'open')
    return (
      <section className={styles.now}>
        <Said>{own ? words.inside : words.draws(times.starts)}</Said>
        <Countdown at={status.startsAt} stays />
        {own && <p>{words.draws(times.starts)}</p>}
        <p>{words.fair}</p>
        {own ? (
          <p className={styles.quiet}>{words.kept}</p>
        ) : (
          <Form handle={handle} to="join" label={words.enter} task={asked} />
        )}
        {arrived > 0 && <p className={styles.quiet}>{words.arrived(arrived)}</p>}
      </section>
    )
  if (pieces === 'none')
    return (
      <section className={styles.now}>
        <Said>{words.soldOut}</Said>
        <p>{words.soldOutNext}</p>
        <LinkButton href="/shop">{words.toTheShop}</LinkButton>
      </section>
    )
  if (own === null || place === null)
    return (
      <section className={styles.now}>
        <Said>{words.queue(Math.max(0, arrived - servedTo))}</Said>
        <Wait status={status} place={arrived + 1} />
        <Form handle={handle} to="join" label={words.enterLate} task={asked} />
      </section>
    )
  const standing = hadTurn ? 'lapsed' : standingOf(place, status)
  if (standing === 'lapsed')
    return (
      <section className={styles.now}>
        <Said>{words.passed}</Said>
        <p>{words.passedNext}</p>
        <Form handle={handle} to="join" label={words.enterLate} task={asked} />
      </section>
    )
  if (standing === 'served')
    return (
      <section className={styles.now}>
        <Said urgent>{words.yourTurn}</Said>
        <p>{words.takeWithin(status.turnMinutes)}</p>
        <Form handle={handle} to="turn" label={words.takeTurn} />
      </section>
    )
  return (
    <section className={styles.now}>
      <Said number={words.number(place)}>{words.place}</Said>
      <progress
        className={styles.progress}
        aria-label={words.servedOf(servedTo)}
        value={servedTo}
        max={place}
      />
      <p className={styles.ahead}>{words.ahead(place - servedTo - 1)}</p>
      <Wait status={status} place={place} isOwn />
      <p className={styles.quiet}>{words.kept}</p>
    </section>
  )
}

/** What is read out when it changes. */
function Said({ children, urgent = false, number }: { children: string; urgent?: boolean; number?: string }) {
  return (
    <div role={urgent ? 'alert' : 'status'}>
      <h2 className={number === undefined ? undefined : styles.of}>{children}</h2>
      {number !== undefined && <p className={styles.place}>{number}</p>}
    </div>
  )
}

/** How long it takes, in steps, so that what is read out changes seldom. */
function Wait({ status, place, isOwn = false }: { status: RoomStatus; place: number; isOwn?: boolean }) {
  const words = useWords('drop-room')
  const say = (said: string) => <p role="status">{said}</p>
  if (status.phase === 'paused') return say(words.paused)
  if (status.pieces === 'held') return say(words.held)
  const wait = expectedWait(place, status)
  if (wait === null) return say(words.waitUnknown)
  if (isOwn && place === status.servedTo + 1) return say(words.waitForTurn)
  const minutes = Math.round(wait / 60_000)
  const rounded = minutes > 20 ? Math.round(minutes / 5) * 5 : minutes
  return say(words.wait(wait < 45_000 ? 0 : Math.max(1, rounded)))
}

interface FormProps {
  handle: string
  to: 'join' | 'turn'
  label: string
  task?: string | null
}

function Form({ handle, to, label, task }: FormProps) {
  const words = useWords('drop-room')
  return (
    <form method="post" action={`/api/drops/${to}`}>
      <input type="hidden" name="drop" value={handle} />
      <Trap label={words.leaveEmpty} />
      {task && <Work task={task} />}
      <Button type="submit" tone="red">
        {label}
      </Button>
    </form>
  )
}
