/** How far a backup or a restore is. `done` and `all` in bytes, or in pictures where `counts` says so. */
export interface BackupProgress {
  step: string
  done: number
  all: number
  counts: 'bytes' | 'pictures'
}

/** Hears how far the work is, many times a second. */
export type OnProgress = (progress: BackupProgress) => void

/** Why a backup or a restore did not work, as a sentence for the owner. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
