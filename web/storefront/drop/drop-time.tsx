import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './drop-time.module.css'

const load = () => import('./countdown.tsx')
/** The moment itself is on the page. */
const leaveIt = () => {}

/** When something will be sold, and how long that is from now. */
export default function DropTime({ at, time }: { at: number; time: string }) {
  const words = useWords('drop')
  return (
    <div className={styles.time}>
      <p>{words.dropsAt(time)}</p>
      <LoadedOnDemand load={load} wanted onFailure={leaveIt} own={{ at }} />
    </div>
  )
}
