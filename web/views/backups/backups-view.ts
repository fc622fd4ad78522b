/** The backups of the shop, as owners see them. All words and times are ready to be shown. */
export interface BackupsView {
  /** Where backups go and when; how to turn them on while none are made. */
  words: string
  /** False: no backups are made automatically, so there is nothing to start. */
  isOn: boolean
  jobs: BackupJobView[]
  backups: BackupView[]
}

/** Making backups, rehearsing them or the continuous copy, or that copy itself, which is never started by hand. */
export interface BackupJobView {
  job: 'backup' | 'rehearsal' | 'copy-rehearsal' | 'continuous'
  title: string
  state: 'never' | 'waiting' | 'running' | 'works' | 'fails'
  words: string
  /** Why it fails; null while it does not. */
  failure: string | null
}

/** A backup. `rehearsal`: how rehearsing it went. */
export interface BackupView {
  name: string
  takenAt: string
  age: string
  size: string
  pictures: string
  shopVersion: string
  rehearsal: string
  isBroken: boolean
}
