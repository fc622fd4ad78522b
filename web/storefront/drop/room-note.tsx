import LinkButton from '#web/ui/link-button.tsx'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import styles from './drop-time.module.css'

/** What the page says of the waiting room, and of the way there. */
export interface RoomNoteProps {
  handle: string
  words: string
  link: string
}

const load = () => import('./turn-left.tsx')
/** The way to the room is on the page. */
const leaveIt = () => {}

/** The way to the waiting room of a drop, the same for everyone, and how long the turn of this browser lasts. */
export default function RoomNote({ handle, words, link }: RoomNoteProps) {
  return (
    <div className={styles.time}>
      <p>{words}</p>
      <LinkButton href={`/drop/${handle}/room`}>{link}</LinkButton>
      <LoadedOnDemand load={load} wanted onFailure={leaveIt} own={{ handle }} />
    </div>
  )
}
