import { lastTimeAtHour } from '#domain/shop-time.ts'

/**
 * The jobs that the shop runs for its backups automatically: making one, rehearsing the newest, and rehearsing the
 * continuous copy, if there is one.
 */
export const BACKUP_JOBS = ['backup', 'rehearsal', 'copy-rehearsal'] as const

/** A job, as stored in `backup_jobs.job`. */
export type BackupJob = (typeof BACKUP_JOBS)[number]

/** Whether a text names a job. */
export function isBackupJob(text: string): text is BackupJob {
  return (BACKUP_JOBS as readonly string[]).includes(text)
}

/** What is known of a job; times in epoch milliseconds. */
export interface JobTimes {
  leasedUntil: number
  /** When staff last requested it. */
  wantedAt: number | null
  beganAt: number | null
  /** When the last run that finished ended. */
  endedAt: number | null
  /** Why the last run failed; null when it worked. */
  failure: string | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const REHEARSE_EVERY_MS = 7 * DAY_MS
const TRY_AGAIN_MS: Record<BackupJob, number> = {
  backup: HOUR_MS,
  rehearsal: DAY_MS,
  'copy-rehearsal': DAY_MS,
}

/** Whether a run is under way. */
export function isRunning({ leasedUntil }: Pick<JobTimes, 'leasedUntil'>, now: number): boolean {
  return leasedUntil > now
}

/** Whether the last run ended without a result: its process was killed. */
export function wasInterrupted({ beganAt, endedAt, leasedUntil }: JobTimes, now: number): boolean {
  return beganAt !== null && (endedAt ?? 0) < beganAt && leasedUntil <= now
}

/**
 * Whether a job is due: when staff requested it; the backup each night at `hour`, rehearsals once a week; immediately
 * the first time; after a failure the backup an hour later, rehearsals a day later.
 */
export function isJobDue(
  job: BackupJob,
  times: JobTimes,
  { now, hour, timeZone }: { now: number; hour: number; timeZone: string },
): boolean {
  const { wantedAt, beganAt, endedAt, failure } = times
  if (isRunning(times, now)) return false
  if (beganAt === null || (wantedAt !== null && wantedAt > beganAt)) return true
  if (wasInterrupted(times, now)) return now >= beganAt + TRY_AGAIN_MS[job]
  if (failure !== null) return now >= (endedAt ?? 0) + TRY_AGAIN_MS[job]
  return job === 'backup' ? beganAt < lastTimeAtHour(now, hour, timeZone) : now >= beganAt + REHEARSE_EVERY_MS
}
