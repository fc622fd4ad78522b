/** How far a long piece of work is. `counts`: what `done` and `all` are numbers of. */
export interface BackupProgress {
  step: string
  done: number
  all: number
  counts: 'bytes' | 'pictures' | 'rows' | 'indexes' | 'migrations'
}

/** Hears how far the work is, many times a second. */
export type OnProgress = (progress: BackupProgress) => void

/** Why a backup or a restore did not work, as a sentence for the owner. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
