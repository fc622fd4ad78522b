import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import styles from './drop-time.module.css'

const load = () => import('./countdown.tsx')
/** The moment itself is on the page. */
const leaveIt = () => {}

/** What will happen and when, and how long that is from now. */
export default function DropTime({ at, words }: { at: number; words: string }) {
  return (
    <div className={styles.time}>
      <p>{words}</p>
      <LoadedOnDemand load={load} wanted onFailure={leaveIt} own={{ at }} />
    </div>
  )
}
