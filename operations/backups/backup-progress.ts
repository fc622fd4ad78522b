/** The progress of a long task. `counts`: the unit of `done` and `all`. */
export interface BackupProgress {
  step: string
  done: number
  all: number
  counts:
    | 'bytes'
    | 'images'
    | 'rows'
    | 'indexes'
    | 'tables'
    | 'migrations'
    | 'hours'
    | 'payments'
    | 'products'
}

/** Called with the progress of the work, many times a second. */
export type OnProgress = (progress: BackupProgress) => void

/**
 * Reports the progress of the steps after the content of a database was loaded: comparing its sums, and migrating it.
 */
export function loadSteps(onProgress: OnProgress) {
  return {
    onCompared: (done: number, all: number) =>
      onProgress({ step: 'Comparing the sums', done, all, counts: 'tables' }),
    onMigrated: migrationSteps(onProgress),
  }
}

/** Reports the progress of the migrations of a database. */
export function migrationSteps(onProgress: OnProgress) {
  return (done: number, all: number) =>
    onProgress({ step: 'Bringing the tables up to date', done, all, counts: 'migrations' })
}

/** Why a backup or a restore failed, as a sentence for the owner. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
