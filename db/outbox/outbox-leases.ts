import { sql } from 'kysely'
import { liveWorkers } from '#db/engine/live-workers.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { takeProbe } from '#db/mail/mail-outage.ts'
import { BULK_MAIL_KINDS, SHOPPER_MAIL_KINDS, SILENT_KINDS } from '#domain/outbox/task-kinds.ts'
import {
  oldestMail,
  oldestOfKind,
  oldestRefunds,
  oldestShopperMails,
  oldestTasks,
  REFUND,
  crashSuspects,
  type DueTask,
} from './due-tasks.ts'
import type { LeasedTask } from './leased-task.ts'
import { runAfterCrash } from './retry-delays.ts'

/** How long a task waits when its process died and the death was not detected. */
const LEASE_MS = 60_000

/**
 * Releases the tasks of dead processes before their leases expire. From the second crash on, a started task is delayed
 * for longer each time. PostgreSQL knows which processes are alive; on SQLite every other process counts as dead, so
 * call it once, at the start.
 */
export async function freeAbandonedTasks(database: ShopDatabase, now: number): Promise<void> {
  const { db, engine } = database
  if (engine === 'postgres' && !database.canDetectDeadWorkers()) return
  await db
    .updateTable('outbox')
    .set({ leased_until: 0, run_after: runAfterCrash(now) })
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

/** How many refunds are leased even when mails to shoppers fill the limit, which is that of the mail service. */
const LEAST_REFUNDS = 4

/**
 * Leases up to `limit` due tasks to this process, or a few refunds more: mails to shoppers first, then refunds, the
 * oldest others, and mails to many at once; none that may have crashed their last process. `withMails`: false while the
 * mail service fails. `withRefunds`: false when none was counted. An index finds the oldest, however many wait.
 */
export function leaseTasks(
  database: ShopDatabase,
  now: number,
  limit: number,
  { withMails = true, withRefunds = true } = {},
): Promise<LeasedTask[]> {
  return lease(database, now, async (tx) => {
    const shoppers = withMails ? await lockTasks(oldestShopperMails(tx, now, limit)) : []
    const most = Math.max(limit - shoppers.length, LEAST_REFUNDS)
    const refunds = withRefunds ? await lockTasks(oldestRefunds(tx, now, most)) : []
    const first = [...shoppers, ...refunds]
    const left = limit - first.length
    if (left <= 0) return first
    // A refund that was not counted is leased by its age, like a mail to staff.
    const without = [...SHOPPER_MAIL_KINDS, ...BULK_MAIL_KINDS, ...(withRefunds ? [REFUND] : [])]
    if (withMails) {
      const leased = [...first, ...(await lockTasks(oldestTasks(tx, now, left, without)))]
      for (const kind of BULK_MAIL_KINDS) {
        const rest = limit - leased.length
        if (rest > 0) leased.push(...(await lockTasks(oldestOfKind(tx, now, kind, rest))))
      }
      return leased
    }
    const silent = []
    for (const kind of SILENT_KINDS) {
      const isTaken = kind === REFUND && withRefunds
      if (!isTaken) silent.push(...(await lockTasks(oldestOfKind(tx, now, kind, left))))
    }
    return [...first, ...silent.toSorted(byAge).slice(0, left)]
  })
}

/** Locks the chosen tasks, without those that another process has locked. */
function lockTasks(tasks: ReturnType<typeof crashSuspects>) {
  return tasks.forUpdate().skipLocked().execute()
}

function byAge(one: DueTask, other: DueTask): number {
  return one.run_after - other.run_after || one.id - other.id
}

/**
 * Leases one due task whose last process died while it was running. It should run alone: if it crashes this process
 * too, the crash counts against this task only.
 */
export async function leaseCrashSuspect(
  database: ShopDatabase,
  now: number,
  { withMails = true } = {},
): Promise<LeasedTask | null> {
  const [suspect = null] = await lease(database, now, (tx) => lockTasks(crashSuspects(tx, now, withMails)))
  return suspect
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

function idsOf(tasks: readonly { id: number }[]): number[] {
  return tasks.map(({ id }) => id)
}
