import LinkButton from '#web/ui/link-button.tsx'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import styles from './drop-time.module.css'
import type { Standing } from './use-standing.ts'

/** What the page says of the waiting room, and of the way there. */
export interface RoomNoteProps {
  handle: string
  /** Absent: to its waiting room. */
  to?: 'draw'
  words: string
  link: string
}

const load = () => import('./turn-left.tsx')
/** The shop says so at the checkout. */
const leaveIt = () => {}

/**
 * How long the turn of this browser lasts or, without one, the way to the waiting room, which is for everyone.
 * `isAboveWay`: where there are scripts, the page leads there itself.
 */
export default function RoomNote({
  handle,
  to,
  words,
  link,
  standing,
  isAboveWay = false,
}: RoomNoteProps & { standing: Standing | null; isAboveWay?: boolean }) {
  const endsAt = standing?.endsAt ?? null
  if (endsAt !== null)
    return (
      <div className={styles.time}>
        <LoadedOnDemand load={load} wanted onFailure={leaveIt} own={{ endsAt }} />
      </div>
    )
  const way = <LinkButton href={`/drop/${handle}/${to ?? 'room'}`}>{link}</LinkButton>
  return (
    <div className={styles.time}>
      <p>{words}</p>
      {isAboveWay ? <noscript>{way}</noscript> : way}
    </div>
  )
}
