import { ageWords } from '#domain/age.ts'
import { isRunning, wasCutShort } from '#domain/backups/backup-jobs.ts'
import { bytesInWords } from '#domain/backups/time-left.ts'
import type { BackupState } from '#operations/backups/read-backups.ts'
import type { BackupJobView, BackupsView, BackupView } from './backups-view.ts'

type Job = BackupState['jobs'][number]
type Backup = BackupState['backups'][number]
type Time = (at: number) => string

const TITLES = { backup: 'Nightly backup', rehearsal: 'Weekly rehearsal' } as const
const NEVER = {
  backup: 'No backup was made yet. The first one begins within seconds.',
  rehearsal: 'No backup was restored on trial yet. The first one is, after the first backup.',
} as const

/** The backups as owners see them at a moment. */
export function backupsView(state: BackupState, time: Time, now: number): BackupsView {
  return {
    words: placeWords(state),
    isOn: state.place !== null,
    jobs: state.place === null ? [] : state.jobs.map((job) => jobView(job, time, now)),
    backups: state.backups.map((backup) => backupView(backup, time, now)),
  }
}

function placeWords({ place, hour }: BackupState): string {
  if (place === null) {
    return 'The shop makes no backups by itself. Set BACKUP_TO to a folder on another disk or to a bucket, and restart the shop.'
  }
  return `Each night at ${String(hour).padStart(2, '0')}:00 the shop copies its database and new pictures to ${place}. Each week it restores the newest backup into a temporary place and checks the books.`
}

function jobView(job: Job, time: Time, now: number): BackupJobView {
  const { failure, failingSince } = job
  const title = TITLES[job.job]
  const common = { job: job.job, title, failure: failingSince === null ? null : failure }
  if (isRunning(job, now)) return { ...common, state: 'running', words: job.progress || 'Just began.' }
  const isWanted = job.wantedAt !== null && job.wantedAt > (job.beganAt ?? 0)
  if (isWanted) return { ...common, state: 'waiting', words: 'Begins within seconds.' }
  if (job.beganAt === null) return { ...common, state: 'never', words: NEVER[job.job] }
  if (wasCutShort(job, now)) {
    const words = `The run of ${time(job.beganAt)} did not finish: its process was stopped. It is repeated.`
    return { ...common, state: 'fails', words }
  }
  if (failingSince !== null) {
    const tried = `Failing since ${time(failingSince)}, last tried ${time(job.endedAt ?? failingSince)}`
    return { ...common, state: 'fails', words: `${sentence(tried)} You got a mail.` }
  }
  return {
    ...common,
    state: 'works',
    words: `${sentence(`Last done ${time(job.endedAt ?? 0)}`)} ${job.result}`,
  }
}

function backupView(backup: Backup, time: Time, now: number): BackupView {
  const { name, takenAt, databaseBytes, storedBytes, pictures, shopVersion, sealed } = backup
  const age = ageWords(now - takenAt)
  return {
    name,
    takenAt: time(takenAt),
    age: age === 'just now' ? age : `${age} ago`,
    size: `${bytesInWords(databaseBytes)}, stored as ${bytesInWords(storedBytes)}${sealed ? ', encrypted' : ''}`,
    pictures: String(pictures),
    shopVersion,
    rehearsal: rehearsalWords(backup, time),
    isBroken: backup.rehearsalFailure !== null,
  }
}

function rehearsalWords({ rehearsedAt, rehearsalFailure }: Backup, time: Time): string {
  if (rehearsedAt === null) return 'Read again after writing'
  return rehearsalFailure === null ? `Restored on trial ${time(rehearsedAt)}` : rehearsalFailure
}

/** A time may end in a full stop: `6:00 a.m.` */
function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}
