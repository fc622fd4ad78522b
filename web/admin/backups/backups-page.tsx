import { useEffect, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { BackupsView } from '#web/views/backups/backups-view.ts'
import BackupJobCard from './backup-job-card.tsx'
import BackupList from './backup-list.tsx'
import styles from './backups-page.module.css'

export interface BackupsPageProps {
  frame: StaffFrameProps
  view: BackupsView
}

const POLL_INTERVAL_MS = 1_500

/** The backups of the shop, and the state of making and rehearsing them. Follows a run while there is one. */
export default function BackupsPage({ frame, view: first }: BackupsPageProps) {
  const [view, setView] = useState(first)
  const { words, isOn, jobs, backups } = view
  const isMoving = jobs.some(
    ({ job, state }) => job === 'continuous' || state === 'running' || state === 'waiting',
  )

  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      void call('GET /api/staff/backups').then((answer) => {
        if (answer.kind === 'done') setView(answer.value)
        else if (answer.code === 'signed-out') window.location.replace('/admin')
      })
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isMoving])

  const failing = jobs.filter(({ state }) => state === 'fails').length
  const waiting = { ...frame.waiting, '/admin/backups': failing }
  return (
    <StaffFrame frame={{ ...frame, waiting }} title="Backups" here="/admin/backups">
      <p className={styles.intro}>{words}</p>
      {isOn && (
        <div className={styles.jobs}>
          {jobs.map((job) => (
            <BackupJobCard key={job.job} job={job} hasBackups={backups.length > 0} onStarted={setView} />
          ))}
        </div>
      )}
      <BackupList backups={backups} />
    </StaffFrame>
  )
}
