/** How far a long piece of work is. `counts`: what `done` and `all` are numbers of. */
export interface BackupProgress {
  step: string
  done: number
  all: number
  counts: 'bytes' | 'images' | 'rows' | 'indexes' | 'tables' | 'migrations' | 'hours' | 'payments'
}

/** Called with the progress of the work, many times a second. */
export type OnProgress = (progress: BackupProgress) => void

/** How far the steps after the content of a database are: its sums are compared, its tables brought up to date. */
export function loadSteps(onProgress: OnProgress) {
  return {
    onCompared: (done: number, all: number) =>
      onProgress({ step: 'Comparing the sums', done, all, counts: 'tables' }),
    onMigrated: migrationSteps(onProgress),
  }
}

/** How far the migrations of a database are. */
export function migrationSteps(onProgress: OnProgress) {
  return (done: number, all: number) =>
    onProgress({ step: 'Bringing the tables up to date', done, all, counts: 'migrations' })
}

/** Why a backup or a restore did not work, as a sentence for the owner. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
