import { formatAge } from '#domain/format-age.ts'
import { isRunning, wasInterrupted } from '#domain/backups/backup-jobs.ts'
import { MAX_BEHIND_MS, type CopyState } from '#domain/backups/copy-progress.ts'
import { formatBytes } from '#domain/backups/time-left.ts'
import type { BackupState } from '#operations/backups/read-backups.ts'
import type { BackupJobView, BackupsView, BackupView } from './backups-view.ts'

type Job = BackupState['jobs'][number]
type Backup = BackupState['backups'][number]
type Time = (at: number) => string

const TITLES = {
  backup: 'Nightly backup',
  rehearsal: 'Weekly rehearsal',
  'copy-rehearsal': 'Rehearsal of the copy',
} as const
const NEVER = {
  backup: 'No backup yet. The first one starts within seconds.',
  rehearsal: 'No backup has been rehearsed yet. The first rehearsal follows the first backup.',
  'copy-rehearsal':
    'The continuous copy has not been rehearsed yet. The first rehearsal follows within seconds of the first copy.',
} as const

/** The backups as owners see them at a moment. */
export function backupsView(state: BackupState, time: Time, now: number): BackupsView {
  return {
    words: placeWords(state),
    isOn: state.place !== null,
    jobs: state.place === null ? [] : jobViews(state, time, now),
    backups: state.backups.map((backup) => backupView(backup, time, now)),
  }
}

function jobViews({ jobs, continuous }: BackupState, time: Time, now: number): BackupJobView[] {
  const views = jobs.map((job) => jobView(job, time, now))
  return continuous === null ? views : [continuousView(continuous, time, now), ...views]
}

function continuousView(state: CopyState, time: Time, now: number): BackupJobView {
  const common = { job: 'continuous', title: 'Continuous copy', failure: null } as const
  if (state.kind === 'starting') return { ...common, state: 'waiting', words: 'Starts within seconds.' }
  if (state.kind === 'other-process') {
    return { ...common, state: 'works', words: 'Another process of the shop copies every change.' }
  }
  const { storedTo } = state
  if (state.kind === 'copying') {
    return { ...common, state: 'works', words: `${behindWords(now - state.storedTo)} ${PROMISE}` }
  }
  const since =
    storedTo === null
      ? 'Nothing has been copied since the shop started.'
      : sentence(`Everything up to ${time(storedTo)} is copied, and nothing since`)
  return { ...common, state: 'fails', words: since, failure: state.words }
}

const PROMISE = 'If the disk fails, only the sales of its last few seconds are lost.'

function behindWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return `The copy is ${seconds === 1 ? 'one second' : `${seconds} seconds`} behind${ms > MAX_BEHIND_MS ? ', more than usual' : ''}.`
}

function placeWords({ place, hour, continuous }: BackupState): string {
  if (place === null) {
    return 'The shop makes no backups on its own yet. Set BACKUP_TO to a folder on another disk or to a bucket, and restart the shop.'
  }
  return `Every night at ${String(hour).padStart(2, '0')}:00 the shop copies its database and new images to ${place}. Every week it restores the newest backup into a temporary place and checks the books.${continuous === null ? '' : ' Every change in between is copied within five seconds, and every week that copy is restored and checked too.'}`
}

function jobView(job: Job, time: Time, now: number): BackupJobView {
  const { failure, failingSince } = job
  const title = TITLES[job.job]
  const common = { job: job.job, title, failure: failingSince === null ? null : failure }
  if (isRunning(job, now)) return { ...common, state: 'running', words: job.progress || 'Just started.' }
  const isWanted = job.wantedAt !== null && job.wantedAt > (job.beganAt ?? 0)
  if (isWanted) return { ...common, state: 'waiting', words: 'Starts within seconds.' }
  if (job.beganAt === null) return { ...common, state: 'never', words: NEVER[job.job] }
  if (wasInterrupted(job, now)) {
    const words = `The run of ${time(job.beganAt)} did not finish, because its process was stopped. It will run again.`
    return { ...common, state: 'fails', words }
  }
  if (failingSince !== null) {
    const tried = `Failing since ${time(failingSince)}, last attempt ${time(job.endedAt ?? failingSince)}`
    return { ...common, state: 'fails', words: `${sentence(tried)} You were emailed.` }
  }
  return {
    ...common,
    state: 'works',
    words: `${sentence(`Last completed ${time(job.endedAt ?? 0)}`)} ${job.result}`,
  }
}

function backupView(backup: Backup, time: Time, now: number): BackupView {
  const { name, takenAt, databaseBytes, storedBytes, pictures, shopVersion, sealed } = backup
  const age = formatAge(now - takenAt)
  return {
    name,
    takenAt: time(takenAt),
    age: age === 'just now' ? age : `${age} ago`,
    size: `${formatBytes(databaseBytes)}, stored as ${formatBytes(storedBytes)}${sealed ? ', encrypted' : ''}`,
    pictures: String(pictures),
    shopVersion,
    rehearsal: rehearsalWords(backup, time),
    isBroken: backup.rehearsalFailure !== null,
  }
}

function rehearsalWords({ rehearsedAt, rehearsalFailure }: Backup, time: Time): string {
  if (rehearsedAt === null) return 'Checked after writing'
  return rehearsalFailure === null ? `Rehearsed ${time(rehearsedAt)}` : rehearsalFailure
}

/** A time may end in a full stop: `6:00 a.m.` */
function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}
