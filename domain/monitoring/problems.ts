/**
 * The kinds of problems that need a person although every request is answered, in the order in which owners read them.
 */
export const PROBLEM_KINDS = ['disk', 'outbox', 'backup', 'refunds', 'settlements', 'certificate'] as const

/** A kind of problem, as stored in `shop_problems.kind`. */
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

/** The state of the shop at a moment. Times are epoch milliseconds, sizes are bytes. */
export interface Readings {
  disk: { free: number; all: number }
  /** The open tasks of the outbox, and how many of them send an email. `kind`: of the oldest. */
  outbox: {
    waiting: number
    mails: number
    oldest: { kind: string; at: number; error: string | null } | null
  }
  /** Null: the shop makes no backups automatically. `newestAt`: null before the first one. */
  backup: { newestAt: number | null } | null
  /** Refunds without an answer from the payment provider. */
  unconfirmedRefunds: { count: number; oldestAt: number | null }
  /** Since when fees and payouts cannot be read for the books, and why; null: they can. */
  settlements: { failingSince: number; error: string } | null
  /** The end of the certificate of the public address; null when it was not read, or there is none. */
  certificateEndsAt: number | null
}

/** What a problem is about, for its sentence; every kind uses its own part. */
export interface ProblemDetail {
  count?: number
  /** How many of the count are emails. */
  mails?: number
  /** The time that the sentence names. */
  at?: number
  free?: number
  all?: number
  task?: string
  error?: string
}

/** A problem that needs a person's attention. `lastsMs`: the owner is alerted once it has lasted this long. */
export interface Problem {
  kind: ProblemKind
  detail: ProblemDetail
  lastsMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MIN_FREE_SHARE = 0.1
const MAX_BACKUP_AGE_MS = 36 * HOUR_MS
/** Certificates of 90 days are usually renewed 30 days before their end. */
const MIN_CERTIFICATE_LIFETIME_MS = 14 * DAY_MS

/** Finds the problems in the readings of a moment. */
export function findProblems(
  { disk, outbox, backup, unconfirmedRefunds, settlements, certificateEndsAt }: Readings,
  now: number,
): Problem[] {
  const problems: Problem[] = []
  if (disk.all > 0 && disk.free < disk.all * MIN_FREE_SHARE) {
    problems.push({ kind: 'disk', detail: { free: disk.free, all: disk.all }, lastsMs: 0 })
  }
  const { waiting, mails, oldest } = outbox
  if (oldest !== null && oldest.at < now - HOUR_MS) {
    const error = oldest.error === null ? {} : { error: oldest.error }
    const detail = { count: waiting, mails, at: oldest.at, task: oldest.kind, ...error }
    problems.push({ kind: 'outbox', detail, lastsMs: 0 })
  }
  if (backup !== null && (backup.newestAt ?? 0) < now - MAX_BACKUP_AGE_MS) {
    const { newestAt } = backup
    // A shop without any backup may have been set up a minute ago.
    if (newestAt === null) problems.push({ kind: 'backup', detail: {}, lastsMs: MAX_BACKUP_AGE_MS })
    else problems.push({ kind: 'backup', detail: { at: newestAt }, lastsMs: 0 })
  }
  const { count, oldestAt } = unconfirmedRefunds
  if (oldestAt !== null && oldestAt < now - HOUR_MS) {
    problems.push({ kind: 'refunds', detail: { count, at: oldestAt }, lastsMs: 0 })
  }
  if (settlements !== null && settlements.failingSince < now - DAY_MS) {
    const { failingSince: at, error } = settlements
    problems.push({ kind: 'settlements', detail: { at, error }, lastsMs: 0 })
  }
  if (certificateEndsAt !== null && certificateEndsAt < now + MIN_CERTIFICATE_LIFETIME_MS) {
    problems.push({ kind: 'certificate', detail: { at: certificateEndsAt }, lastsMs: 0 })
  }
  return problems
}
