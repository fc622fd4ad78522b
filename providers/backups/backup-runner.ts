import type { BackupJob } from '#domain/backups/backup-jobs.ts'

/** Runs backups and rehearsals outside the shop's process, each in a separate process. */
export interface BackupRunner {
  /** Where backups go, as the owner wrote it. */
  readonly place: string
  /** The hour of the night in which they are made, from 0 to 23, in the shop's time zone. */
  readonly hour: number
  /**
   * Runs a job with the lease of `by`, and records its result. Resolves with null when the process ended normally,
   * otherwise with a sentence about how it died.
   */
  run(job: BackupJob, by: string, stop: AbortSignal): Promise<string | null>
}
