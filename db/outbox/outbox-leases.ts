import { sql, type Kysely } from 'kysely'
import { liveWorkers } from '#db/engine/live-workers.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import { takeProbe } from '#db/mail/mail-outage.ts'
import { SILENT_KINDS, type TaskKind } from '#domain/outbox/task-kinds.ts'
import { transact, type Tx } from '#db/engine/transact.ts'

/** A task that this process may work on until its lease expires. `attempts`: how often it was started. */
export interface LeasedTask {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

/** How long a task waits when its process died and the death was not detected. */
const LEASE_MS = 60_000
/** Customers' money does not wait behind mails. */
const REFUND: TaskKind = 'refund'
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 60 * 60_000
/** After this many doublings the delay stops growing. */
const MAX_DOUBLINGS = 11
/** With the delays above, more than a day of attempts. */
const MAX_ATTEMPTS = 36

/**
 * Releases the tasks of dead processes before their leases expire. From the second crash on, a started task is delayed
 * for longer each time. PostgreSQL knows which processes are alive; on SQLite every other process counts as dead, so
 * call it once, at the start.
 */
export async function freeAbandonedTasks(database: ShopDatabase, now: number): Promise<void> {
  const { db, engine } = database
  if (engine === 'postgres' && !database.knowsWhoLives()) return
  await db
    .updateTable('outbox')
    .set({ leased_until: 0, run_after: runAfterDeath(now) })
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('leased_until', '>', now)
    .where((its) =>
      engine === 'postgres'
        ? its.and([its('leased_by', 'is not', null), its('leased_by', 'not in', liveWorkers)])
        : its('leased_by', 'is distinct from', database.worker()),
    )
    .execute()
}

function runAfterDeath(now: number) {
  const later = sql<number>`cast(${now} as bigint)`
  return sql<number>`case
    when begun_at is null or attempts < 2 then run_after
    when attempts - 2 >= ${sql.lit(MAX_DOUBLINGS)} then ${later} + ${sql.lit(MAX_RETRY_MS)}
    else ${later} + ${sql.lit(FIRST_RETRY_MS)} * (1 << (attempts - 2)) end`
}

/** A due task before it is leased. */
interface DueTask extends Omit<LeasedTask, 'payload'> {
  payload: string
  run_after: number
}

/** Which kinds of tasks are due. `suspects` and `deadly`: tasks that may have crashed their last process. */
export interface DueTasks {
  fresh: boolean
  refunds: boolean
  suspects: boolean
  deadly: boolean
}

/**
 * Whether tasks are due. Only reads, because usually there are none, and never reads more than a few: of the mails that
 * are due, it looks at the oldest; the others follow once those are done.
 */
export async function findDueTasks(database: ShopDatabase, now: number): Promise<DueTasks> {
  const none = { fresh: false, refunds: false, suspects: false, deadly: false }
  if (database.worker() === null) return none
  const [row] = (await dueSummary(now).execute(database.db)).rows
  if (row === undefined) return none
  const { fresh, refunds, suspects, deadly } = row
  return { fresh: fresh > 0, refunds: refunds > 0, suspects: suspects > 0, deadly: deadly > 0 }
}

/** How many due tasks are looked at: of all, and of those that send no mail, which no mails keep waiting. */
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
  const deadly = sql<boolean>`attempts >= ${sql.lit(MAX_ATTEMPTS)}`
  return sql<Record<keyof DueTasks, number>>`
    select ${count(sql`begun_at is null`)} as fresh,
      ${count(sql`begun_at is null and kind = ${sql.lit(REFUND)}`)} as refunds,
      ${count(sql`begun_at is not null and not ${deadly}`)} as suspects,
      ${count(sql`begun_at is not null and ${deadly}`)} as deadly
    from (${lookedAt(now)}) as looked_at`
}

/**
 * Leases up to `limit` due tasks to this process, refunds first and the oldest first, except those that may have
 * crashed their last process. `withMails`: false while the mail service fails. `withRefunds`: false when none was
 * counted. However many wait, an index gives the oldest.
 */
export function leaseTasks(
  database: ShopDatabase,
  now: number,
  limit: number,
  { withMails = true, withRefunds = true } = {},
): Promise<LeasedTask[]> {
  return lease(database, now, async (tx) => {
    const refunds = withRefunds ? await lockTasks(oldestRefunds(tx, now, limit)) : []
    const left = limit - refunds.length
    if (left === 0) return refunds
    // A refund that was not counted is leased by its age, like a mail.
    if (withMails) return [...refunds, ...(await lockTasks(oldestTasks(tx, now, left, !withRefunds)))]
    const silent = []
    for (const kind of SILENT_KINDS) {
      const isTaken = kind === REFUND && withRefunds
      if (!isTaken) silent.push(...(await lockTasks(oldestOfKind(tx, now, kind, left))))
    }
    return [...refunds, ...silent.toSorted(byAge).slice(0, left)]
  })
}

/** The refunds that are due and were not begun, the oldest first. */
export function oldestRefunds(db: Kysely<Database>, now: number, limit: number) {
  return oldestOfKind(db, now, REFUND, limit)
}

/** All tasks that are due and were not begun, or all but refunds, the oldest first. */
export function oldestTasks(db: Kysely<Database>, now: number, limit: number, withRefunds: boolean) {
  const fresh = dueTasks(db, now).where('begun_at', 'is', null)
  return oldest(withRefunds ? fresh : fresh.where('kind', '!=', REFUND), limit)
}

/** The mail that probes a failing mail service: the oldest, or the oldest that was begun already. */
export function oldestMail(db: Kysely<Database>, now: number, isBegun: boolean) {
  const mails = dueTasks(db, now).where('kind', 'not in', SILENT_KINDS).where('attempts', '<', MAX_ATTEMPTS)
  return oldest(mails.where('begun_at', isBegun ? 'is not' : 'is', null), 1)
}

function oldestOfKind(db: Kysely<Database>, now: number, kind: TaskKind, limit: number) {
  return oldest(dueTasks(db, now).where('begun_at', 'is', null).where('kind', '=', kind), limit)
}

function oldest(tasks: ReturnType<typeof dueTasks>, limit: number) {
  return columnsOf(tasks.orderBy('run_after').orderBy('id').limit(limit))
}

function columnsOf(tasks: ReturnType<typeof dueTasks>) {
  return tasks.select(['id', 'kind', 'payload', 'attempts', 'run_after'])
}

/** The chosen tasks, without those that another process is at. */
function lockTasks(tasks: ReturnType<typeof columnsOf>) {
  return tasks.forUpdate().skipLocked().execute()
}

function byAge(one: DueTask, other: DueTask): number {
  return one.run_after - other.run_after || one.id - other.id
}

/**
 * Leases one due task whose last process died while it was running. It should run alone: if it crashes this process
 * too, the crash counts against this task only.
 */
export async function leaseSuspect(
  database: ShopDatabase,
  now: number,
  { withMails = true } = {},
): Promise<LeasedTask | null> {
  const [suspect = null] = await lease(database, now, (tx) => lockTasks(suspects(tx, now, withMails)))
  return suspect
}

/** The task to try first of those that may have crashed their process, among the tasks that are looked at. */
function suspects(db: Kysely<Database>, now: number, withMails: boolean) {
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

/**
 * Leases one due mail as a probe of the failing mail service, when the pause is over, in one process only. Suspects
 * come last.
 */
export async function leaseProbe(database: ShopDatabase, now: number): Promise<LeasedTask | null> {
  const [probe = null] = await lease(
    database,
    now,
    async (tx) => {
      const fresh = await lockTasks(oldestMail(tx, now, false))
      return fresh.length > 0 ? fresh : lockTasks(oldestMail(tx, now, true))
    },
    (tx) => takeProbe(tx, now),
  )
  return probe
}

/** A process on PostgreSQL without a liveness lock takes no tasks: its death would not be detected. */
async function lease(
  database: ShopDatabase,
  now: number,
  choose: (tx: Tx) => Promise<DueTask[]>,
  mayLease: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<LeasedTask[]> {
  if (database.worker() === null) return []
  return transact(database, async (tx) => {
    if (!(await isNoted(database, tx))) return []
    const due = await choose(tx)
    if (due.length === 0 || !(await mayLease(tx))) return []
    await tx
      .updateTable('outbox')
      .set({ leased_until: now + LEASE_MS, leased_by: database.worker() })
      .where('id', 'in', idsOf(due))
      .execute()
    return due.map(({ run_after: _age, ...task }) => ({
      ...task,
      payload: JSON.parse(task.payload) as unknown,
    }))
  })
}

/** Whether other processes can see that this one is alive. Its lock may have been lost unnoticed. */
async function isNoted({ engine, worker }: ShopDatabase, tx: Tx): Promise<boolean> {
  if (engine === 'sqlite') return true
  const { rows } = await sql`select where ${worker()}::integer in ${liveWorkers}`.execute(tx)
  return rows.length > 0
}

/** Records that these tasks are started, which counts as an attempt. Returns those that this process still leases. */
export async function beginTasks(
  { db, worker }: ShopDatabase,
  tasks: readonly LeasedTask[],
  now: number,
): Promise<LeasedTask[]> {
  if (tasks.length === 0) return []
  const begun = await db
    .updateTable('outbox')
    .set((e) => ({ begun_at: now, leased_until: now + LEASE_MS, attempts: e('attempts', '+', 1) }))
    .where('id', 'in', idsOf(tasks))
    .where('leased_by', '=', worker())
    .where('leased_until', '>', now)
    .where('done_at', 'is', null)
    .returning(['id', 'attempts'])
    .execute()
  const attempts = new Map(begun.map((task) => [task.id, task.attempts]))
  return tasks.flatMap((task) => {
    const counted = attempts.get(task.id)
    return counted === undefined ? [] : [{ ...task, attempts: counted }]
  })
}

/** Marks tasks as done. */
export async function finishTasks({ db }: ShopDatabase, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('outbox')
    .set({ done_at: now, begun_at: null, last_error: null })
    .where('id', 'in', ids)
    .execute()
}

/** Whether this is the last attempt after more than a day: if it fails too, the task is given up. */
export function isLastAttempt({ attempts }: LeasedTask): boolean {
  return attempts >= MAX_ATTEMPTS
}

/** Postpones a failed task, twice as long each time. */
export async function postponeTask(
  { db }: ShopDatabase,
  { id, attempts }: LeasedTask,
  reason: string,
  now: number,
): Promise<void> {
  const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
  await db
    .updateTable('outbox')
    .set({
      leased_until: 0,
      begun_at: null,
      run_after: now + Math.round(delay * (0.8 + Math.random() * 0.4)),
      last_error: reason.slice(0, 500),
    })
    .where('id', '=', id)
    .execute()
}

/** Does not count an attempt that failed for an unrelated reason. Without `notBefore`, the due time stays. */
export async function returnTask(
  { db }: ShopDatabase,
  { id, attempts }: LeasedTask,
  { reason, notBefore }: { reason: string; notBefore: number | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      attempts: Math.max(0, attempts - 1),
      leased_until: 0,
      begun_at: null,
      ...(notBefore !== null && { run_after: notBefore }),
      last_error: reason.slice(0, 500),
    })
    .where('id', '=', id)
    .execute()
}

/** Due tasks that have crashed their process as often as a task may be tried. */
export async function findCrashingTasks(db: Kysely<Database>, now: number): Promise<LeasedTask[]> {
  const deadly = await dueTasks(db, now)
    .where('begun_at', 'is not', null)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .select(['id', 'kind', 'payload', 'attempts'])
    .execute()
  return deadly.map((task) => ({ ...task, payload: JSON.parse(task.payload) as unknown }))
}

function dueTasks(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('outbox')
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('run_after', '<=', now)
    .where('leased_until', '<=', now)
}

function idsOf(tasks: readonly { id: number }[]): number[] {
  return tasks.map(({ id }) => id)
}
