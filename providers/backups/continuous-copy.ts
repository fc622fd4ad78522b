import type { CopyState } from '#domain/backups/copy-progress.ts'

/** Copies every change of the database to the place of the backups within seconds, while the shop runs. */
export interface ContinuousCopy {
  /** The place, as the owner wrote it. */
  readonly place: string
  start(): void
  state(): CopyState
  /** Waits briefly until the last changes are copied, and stops. Call it after the database was closed. */
  stop(): Promise<void>
}

/** A continuous copy in a place, to be restored. */
export interface ContinuousSource {
  /** The time of the last change in it, in epoch milliseconds. */
  endsAt: number
  /** Writes the database as a file. `onBytes`: called with its size so far. Throws BackupUnusable. */
  restoreTo(file: string, onBytes: (bytes: number) => void): Promise<void>
}

/** The folder of the continuous copy in the place of the backups. */
export const CONTINUOUS = 'continuous/'
