import { sql, type Kysely } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import { SHOPPER_MAIL_KINDS, SILENT_KINDS, type TaskKind } from '#domain/outbox/task-kinds.ts'
import { MAX_ATTEMPTS, type LeasedTask } from './leased-task.ts'

/** Customers' money does not wait behind mails. */
export const REFUND: TaskKind = 'refund'

/** A due task before it is leased. */
export interface DueTask extends Omit<LeasedTask, 'payload'> {
  payload: string
  run_after: number
}

/**
 * Which kinds of tasks are due. `suspects`: tasks that may have crashed their last process. `crashing`: suspects that
 * have been started as often as a task may be.
 */
export interface DueTasks {
  fresh: boolean
  refunds: boolean
  suspects: boolean
  crashing: boolean
}

/**
 * Whether tasks are due. Only reads, because usually there are none, and never reads more than a few: of the mails that
 * are due, it looks at the oldest; the others follow once those are done.
 */
export async function findDueTasks(database: ShopDatabase, now: number): Promise<DueTasks> {
  const none = { fresh: false, refunds: false, suspects: false, crashing: false }
  if (database.worker() === null) return none
  const [row] = (await dueSummary(now).execute(database.db)).rows
  if (row === undefined) return none
  const { fresh, refunds, suspects, crashing } = row
  return { fresh: fresh > 0, refunds: refunds > 0, suspects: suspects > 0, crashing: crashing > 0 }
}

/**
 * How many due tasks are looked at: of all tasks, and of those that send no mail, so that waiting mails do not delay
 * the others.
 */
const MAX_SCANNED = 1_000

/** The due tasks that are looked at: the oldest, and those that send no mail. */
function lookedAt(now: number) {
  const due = sql`select id, kind, begun_at, attempts from outbox where done_at is null and gave_up_at is null
    and run_after <= ${now} and leased_until <= ${now}`
  const most = sql`limit ${sql.lit(MAX_SCANNED)}`
  const silent = sql.join(SILENT_KINDS.map((kind) => sql.lit(kind)))
  return sql`select * from (${due} order by run_after, id ${most}) as oldest
    union all
    select * from (${due} and kind in (${silent}) ${most}) as silent`
}

/** How many tasks of each kind are due, among those that are looked at. */
export function dueSummary(now: number) {
  const count = (when: ReturnType<typeof sql<boolean>>) =>
    sql`coalesce(sum(case when ${when} then 1 else 0 end), 0)`
  const crashing = sql<boolean>`attempts >= ${sql.lit(MAX_ATTEMPTS)}`
  return sql<Record<keyof DueTasks, number>>`
    select ${count(sql`begun_at is null`)} as fresh,
      ${count(sql`begun_at is null and kind = ${sql.lit(REFUND)}`)} as refunds,
      ${count(sql`begun_at is not null and not ${crashing}`)} as suspects,
      ${count(sql`begun_at is not null and ${crashing}`)} as crashing
    from (${lookedAt(now)}) as looked_at`
}

/** The refunds that are due and were not begun, the oldest first. */
export function oldestRefunds(db: Kysely<Database>, now: number, limit: number) {
  return oldestOfKind(db, now, REFUND, limit)
}

/**
 * The mails that shoppers wait for, due and not begun, the oldest first. The index by kind finds them, however many
 * other tasks wait. Of each kind it looks at more than it needs, because other processes may have locked the oldest.
 */
export function oldestShopperMails(db: Kysely<Database>, now: number, limit: number) {
  const ofKinds = SHOPPER_MAIL_KINDS.map(
    (kind) => sql`select id from (${oldestOfKind(db, now, kind, 5 * limit)}) as of_kind`,
  )
  const ids = sql<number>`(${sql.join(ofKinds, sql` union all `)})`
  return oldest(dueTasks(db, now).where('begun_at', 'is', null).where('id', 'in', ids), limit)
}

/** All tasks that are due and were not begun, except of some kinds, the oldest first. */
export function oldestTasks(db: Kysely<Database>, now: number, limit: number, without: readonly TaskKind[]) {
  return oldest(dueTasks(db, now).where('begun_at', 'is', null).where('kind', 'not in', without), limit)
}

/** The mail that probes a failing mail service: the oldest, or the oldest that was begun already. */
export function oldestMail(db: Kysely<Database>, now: number, isBegun: boolean) {
  const mails = dueTasks(db, now).where('kind', 'not in', SILENT_KINDS).where('attempts', '<', MAX_ATTEMPTS)
  return oldest(mails.where('begun_at', isBegun ? 'is not' : 'is', null), 1)
}

/** The tasks of a kind that are due and were not begun, the oldest first. */
export function oldestOfKind(db: Kysely<Database>, now: number, kind: TaskKind, limit: number) {
  return oldest(dueTasks(db, now).where('begun_at', 'is', null).where('kind', '=', kind), limit)
}

function oldest(tasks: ReturnType<typeof dueTasks>, limit: number) {
  return columnsOf(tasks.orderBy('run_after').orderBy('id').limit(limit))
}

function columnsOf(tasks: ReturnType<typeof dueTasks>) {
  return tasks.select(['id', 'kind', 'payload', 'attempts', 'run_after'])
}

/** The task to try first of those that may have crashed their process, among the tasks that are looked at. */
export function crashSuspects(db: Kysely<Database>, now: number, withMails: boolean) {
  return columnsOf(
    dueTasks(db, now)
      .where(
        'id',
        'in',
        sql<number>`(select id from (${lookedAt(now)}) as looked_at where begun_at is not null)`,
      )
      .where('begun_at', 'is not', null)
      .where('attempts', '<', MAX_ATTEMPTS)
      .$if(!withMails, (tasks) => tasks.where('kind', 'in', SILENT_KINDS))
      .orderBy('attempts')
      .orderBy('run_after')
      .orderBy('id')
      .limit(1),
  )
}

/** Due tasks that have crashed their process as often as a task may be tried. */
export async function findCrashingTasks(db: Kysely<Database>, now: number): Promise<LeasedTask[]> {
  const crashing = await dueTasks(db, now)
    .where('begun_at', 'is not', null)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .select(['id', 'kind', 'payload', 'attempts'])
    .execute()
  return crashing.map((task) => ({ ...task, payload: JSON.parse(task.payload) as unknown }))
}

function dueTasks(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('outbox')
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('run_after', '<=', now)
    .where('leased_until', '<=', now)
}
