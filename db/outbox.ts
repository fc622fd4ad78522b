import { sql, type Kysely } from 'kysely'
import type { ShopDatabase } from './open-database.ts'
import { attendingWorkers } from './attending-workers.ts'
import type { Database } from './schema.ts'
import { transact, type Tx } from './transact.ts'

/** Something to be done outside the database, written in the same transaction as the reason for it. */
export interface OutboxTask {
  kind: string
  /** With an `orderId`, the order's page shows the task. */
  payload: object
  /** The same key is only ever kept once. */
  dedupeKey: string
}

/** A task that this process may work on until its lease runs out. */
export interface LeasedTask {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

/** How long a task waits at most for a process that died and that nobody saw die. */
const LEASE_MS = 60_000
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60 * 60_000
/** With the delays above, more than a day of trying. */
const MOST_ATTEMPTS = 36

/** Writes tasks; those whose key is known already are left alone. */
export async function enqueue(
  tx: Kysely<Database>,
  tasks: readonly OutboxTask[],
  now: number,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values(
      tasks.map(({ kind, payload, dedupeKey }) => ({
        kind,
        payload: JSON.stringify(payload),
        dedupe_key: dedupeKey,
        run_after: now,
        created_at: now,
        done_at: null,
        gave_up_at: null,
        last_error: null,
        order_id: 'orderId' in payload && typeof payload.orderId === 'string' ? payload.orderId : null,
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/**
 * Frees the tasks that a process was at when it died, so that nobody waits for its lease to run out. PostgreSQL knows
 * who still lives; on SQLite every other process counts as dead, so call it once, when this one starts.
 */
export async function freeAbandonedTasks(database: ShopDatabase, now: number): Promise<void> {
  const { db, engine } = database
  if (engine === 'postgres' && !database.knowsWhoLives()) return
  await db
    .updateTable('outbox')
    .set({ leased_until: 0 })
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('leased_until', '>', now)
    .where((its) =>
      engine === 'postgres'
        ? its.and([its('leased_by', 'is not', null), its('leased_by', 'not in', attendingWorkers)])
        : its('leased_by', 'is distinct from', database.worker()),
    )
    .execute()
}

/** Takes up to `limit` due tasks for this process alone. */
export async function leaseTasks(database: ShopDatabase, now: number, limit: number): Promise<LeasedTask[]> {
  // Most of the time nothing is due, and then nobody needs to be kept from writing.
  if (!(await dueTasks(database.db, now).select('id').limit(1).executeTakeFirst())) return []
  return transact(database, async (tx) => {
    await giveUpDeadly(tx, now)
    const due = await dueTasks(tx, now)
      .select(['id', 'kind', 'payload', 'attempts'])
      .orderBy('run_after')
      .orderBy('id')
      .limit(limit)
      .$if(database.engine === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute()
    if (due.length === 0) return []
    await tx
      .updateTable('outbox')
      .set({ leased_until: now + LEASE_MS, leased_by: notedWorker(database), attempts: sql`attempts + 1` })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    return due.map((task) => ({
      ...task,
      payload: JSON.parse(task.payload) as unknown,
      attempts: task.attempts + 1,
    }))
  })
}

/**
 * A task that was tried as often as one may be and is still due has ended its process each time: somebody must look at
 * it.
 */
async function giveUpDeadly(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ gave_up_at: now, last_error: 'It ended the process that worked on it.' })
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('run_after', '<=', now)
    .where('leased_until', '<=', now)
    .where('attempts', '>=', MOST_ATTEMPTS)
    .execute()
}

/** Nobody can tell that a process lives whose lock has gone without its noticing: then only the lease counts. */
function notedWorker(database: ShopDatabase) {
  const worker = database.worker()
  return database.engine === 'postgres'
    ? sql<number | null>`(select ${worker}::integer where ${worker}::integer in ${attendingWorkers})`
    : worker
}

function dueTasks(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('outbox')
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('run_after', '<=', now)
    .where('leased_until', '<=', now)
}

/** Marks tasks as done, for good. */
export async function finishTasks({ db }: ShopDatabase, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('outbox').set({ done_at: now, last_error: null }).where('id', 'in', ids).execute()
}

/**
 * Puts a task off, twice as long each time; after a day of trying it is given up and stays visible (`deleteClosedTasks`
 * says how long). Answers whether it was given up.
 */
export async function postponeTask(
  { db }: ShopDatabase,
  { id, attempts }: LeasedTask,
  reason: string,
  now: number,
): Promise<boolean> {
  const gaveUp = attempts >= MOST_ATTEMPTS
  const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
  await db
    .updateTable('outbox')
    .set({
      leased_until: 0,
      run_after: now + Math.round(delay * (0.8 + Math.random() * 0.4)),
      last_error: reason.slice(0, 500),
      gave_up_at: gaveUp ? now : null,
    })
    .where('id', '=', id)
    .execute()
  return gaveUp
}

/**
 * Deletes up to `limit` tasks that were done, or given up, before this time and belong to no order: an order's page
 * shows its own for good. The newest task of all stays, or SQLite would give its number again, and with it a mail's
 * name. Answers how many.
 */
export async function deleteClosedTasks(
  db: Kysely<Database>,
  closedBefore: number,
  limit: number,
): Promise<number> {
  const closedAt = sql<number>`coalesce(done_at, gave_up_at)`
  const old = await db
    .selectFrom('outbox')
    .select('id')
    .where('order_id', 'is', null)
    .where(closedAt, '<', closedBefore)
    .where('id', '<', (e) => e.selectFrom('outbox').select(({ fn }) => fn.max('id').as('newest')))
    .orderBy(closedAt)
    .limit(limit)
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  const { numDeletedRows } = await db.deleteFrom('outbox').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
