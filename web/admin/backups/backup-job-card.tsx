import { useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import StatusCard, { Failure, Trying } from '#web/admin/connections/status-card.tsx'
import Button from '#web/ui/button.tsx'
import type { BackupJobView, BackupsView } from '#web/views/backups/backups-view.ts'

const STATE_LABELS: Record<BackupJobView['state'], string> = {
  never: 'Not run yet',
  waiting: 'Starting',
  running: 'Running',
  works: 'Working',
  fails: 'Failing',
}

const CONTINUOUS_LABELS = { ...STATE_LABELS, fails: 'Behind' }

const START_LABELS = {
  backup: 'Back up now',
  rehearsal: 'Rehearse now',
  'copy-rehearsal': 'Rehearse the copy now',
} as const

interface BackupJobCardProps {
  job: BackupJobView
  /** Without a backup there is none to rehearse. */
  hasBackups: boolean
  onStarted: (view: BackupsView) => void
}

/** The state of making or rehearsing backups, with a button that starts it. */
export default function BackupJobCard({ job: view, hasBackups, onStarted }: BackupJobCardProps) {
  const [refusal, setRefusal] = useState('')
  const { job, title, state, words, failure } = view
  const isMoving = state === 'running' || state === 'waiting'

  async function start() {
    setRefusal('')
    const answer = await call('POST /api/staff/backups/:job', { params: { job } })
    if (answer.kind === 'done') onStarted(answer.value)
    else if (answer.code === 'signed-out') window.location.replace('/admin')
    else setRefusal(answer.title ?? 'This could not be started. Please try again.')
  }

  return (
    <StatusCard
      id={`job-${job}`}
      title={title}
      state={state}
      label={(job === 'continuous' ? CONTINUOUS_LABELS : STATE_LABELS)[state]}
    >
      <p role="status">{words}</p>
      {failure !== null && <Failure>{failure}</Failure>}
      {job !== 'continuous' && (job !== 'rehearsal' || hasBackups) && (
        <Trying>
          <Button
            tone="plain"
            className={form.small}
            aria-disabled={isMoving}
            onClick={() => {
              if (!isMoving) void start()
            }}
          >
            {START_LABELS[job]}
          </Button>
          <p role="alert">{refusal}</p>
        </Trying>
      )}
    </StatusCard>
  )
}
