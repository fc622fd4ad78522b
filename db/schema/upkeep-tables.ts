import type { Generated } from 'kysely'
import type { BackupJob } from '#domain/backups/backup-jobs.ts'
import type { StaffId } from '#domain/ids.ts'
import type { ProblemKind } from '#domain/monitoring/problems.ts'

export interface UpkeepTables {
  settings: SettingsTable
  shop_settings: ShopSettingsTable
  setting_pictures: SettingPicturesTable
  connection_states: ConnectionStatesTable
  backup_jobs: BackupJobsTable
  announcements: AnnouncementsTable
  backups: BackupsTable
  samples: SamplesTable
  shop_problems: ShopProblemsTable
  backfills: BackfillsTable
}

/** Values that the shop stores for its own use, such as its secrets. */
interface SettingsTable {
  name: string
  value: string
}

/** What owners set: every version of every setting. Rows are only ever added. `value` is JSON: domain/settings/. */
interface ShopSettingsTable {
  name: string
  version: number
  value: string
  changed_at: number
  /** Null: not a member of staff. */
  changed_by: StaffId | null
  /** What changed, in words. */
  summary: string
}

/** The keys of the pictures and films of all those versions. */
interface SettingPicturesTable {
  setting: string
  key: string
}

/** One row per need that an outside supplier has served or failed. */
interface ConnectionStatesTable {
  need: string
  supplier: string
  /** When it first worked after the last failure, or at all. */
  working_since: number | null
  worked_at: number | null
  /** When the current failure began; null while it works. */
  failing_since: number | null
  failed_at: number | null
  /** The supplier's last error message. */
  failure: string | null
  /** When the owner was last alerted. */
  alerted_at: number | null
}

/** The jobs around backups: backup-jobs.ts. Times are epoch milliseconds. */
interface BackupJobsTable {
  job: BackupJob | 'continuous'
  leased_by: string | null
  leased_until: Generated<number>
  wanted_at: number | null
  began_at: number | null
  ended_at: number | null
  progress: Generated<string>
  result: Generated<string>
  failure: string | null
  failing_since: number | null
}

/** How often a process has announced a change, on SQLite: db/engine/external-changes.ts. One row. */
interface AnnouncementsTable {
  id: number
  count: number
}

/** The backups that are in their place, for the list of staff: stored-backups.ts. */
interface BackupsTable {
  name: string
  place: string
  taken_at: number
  shop_version: string
  database_bytes: number
  stored_bytes: number
  pictures: number
  /** 1: encrypted. */
  sealed: number
  rehearsed_at: number | null
  rehearsal_failure: string | null
}

/** What a process of the shop measured in a minute: samples.ts. */
interface SamplesTable {
  /** The end of the minute. */
  at: number
  process: string
  requests: number
  failures: number
  /** The time within which 95 % of the rendered answers were ready; null when there were none. */
  slow_ms: number | null
  /** The longest time that other work held up this process. */
  event_loop_ms: number
  memory_bytes: number
  waiting_tasks: number
  disk_free_bytes: number
}

/** Problems that currently need a person: shop-problems.ts. */
interface ShopProblemsTable {
  kind: ProblemKind
  since: number
  /** JSON: ProblemDetail. */
  detail: string
  alerted_at: number | null
}

interface BackfillsTable {
  name: string
  last_key: string | null
  filled: Generated<number>
  done_at: number | null
}
