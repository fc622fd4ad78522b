import { useState } from 'react'
import { postAsStaff } from '#web/admin/ask-staff.ts'
import form from '#web/admin/form.module.css'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import type { BackupJobView, BackupsView } from '#web/views/backups/backups-view.ts'
import styles from './backups-page.module.css'

const STATE_LABELS: Record<BackupJobView['state'], string> = {
  never: 'Not yet',
  waiting: 'Begins',
  running: 'Running',
  works: 'Works',
  fails: 'Fails',
}

const START_LABELS = { backup: 'Back up now', rehearsal: 'Rehearse now' } as const

interface BackupJobCardProps {
  job: BackupJobView
  /** Without a backup there is nothing to rehearse. */
  hasBackups: boolean
  onStarted: (view: BackupsView) => void
}

/** How the making or the rehearsing of backups goes, with a button that starts it. */
export default function BackupJobCard({ job: view, hasBackups, onStarted }: BackupJobCardProps) {
  const hydrated = useHydrated()
  const [refusal, setRefusal] = useState('')
  const { job, title, state, words, failure } = view
  const isMoving = state === 'running' || state === 'waiting'

  async function start() {
    setRefusal('')
    const answer = await postAsStaff<BackupsView>(`/api/staff/backups/${job}`)
    if (answer.kind === 'done') onStarted(answer.value)
    else if (answer.code === 'signed-out') window.location.replace('/admin')
    else setRefusal(answer.title ?? 'It could not be started. Please try again.')
  }

  return (
    <section className={styles.job} aria-labelledby={`job-${job}`}>
      <div className={styles.heading}>
        <h2 id={`job-${job}`}>{title}</h2>
        <span className={styles.state} data-state={state}>
          {STATE_LABELS[state]}
        </span>
      </div>
      <p role="status">{words}</p>
      {failure !== null && <p className={styles.failure}>{failure}</p>}
      {(job === 'backup' || hasBackups) && (
        <div className={styles.starting}>
          <Button
            tone="plain"
            className={form.small}
            disabled={!hydrated}
            aria-disabled={isMoving}
            onClick={() => {
              if (!isMoving) void start()
            }}
          >
            {START_LABELS[job]}
          </Button>
          <p role="alert">{refusal}</p>
        </div>
      )}
    </section>
  )
}
