import { insertRows } from '#db/engine/compiled-statements.ts'
import type { OrderId } from '#domain/ids.ts'
import { sql, type Kysely } from 'kysely'
import { toOrderId } from '#domain/ids.ts'
import type { TaskKind } from '#domain/outbox/task-kinds.ts'
import type { Database } from '#db/schema.ts'

/** A side effect outside the database, recorded in the same transaction as its cause. */
export interface OutboxTask {
  kind: TaskKind
  /** With an `orderId`, the order's page shows the task. */
  payload: object
  /** A key is stored only once. */
  dedupeKey: string
}

/** Inserts tasks, except those whose key exists already. */
export async function enqueue(
  tx: Kysely<Database>,
  tasks: readonly OutboxTask[],
  now: number,
): Promise<void> {
  const rows = tasks.map(({ kind, payload, dedupeKey }) => ({
    kind,
    payload: JSON.stringify(payload),
    dedupe_key: dedupeKey,
    run_after: now,
    created_at: now,
    done_at: null,
    begun_at: null,
    gave_up_at: null,
    told_by: null,
    last_error: null,
    order_id: 'orderId' in payload && typeof payload.orderId === 'string' ? toOrderId(payload.orderId) : null,
  }))
  await insertRows(tx, 'outbox', rows, { unless: 'dedupe_key' })
}

/** Which mails about an order are meant. `isWanted`: by the payload of the task. */
export interface ChosenMails {
  kinds: readonly TaskKind[]
  isWanted: (payload: string) => boolean
}

/**
 * The chosen mails about an order that are not being sent yet, locked until the transaction ends: they describe the
 * order as it is when they are sent.
 */
export async function lockUnsentMails(
  tx: Kysely<Database>,
  orderId: OrderId,
  { kinds, isWanted }: ChosenMails,
): Promise<number[]> {
  const rows = await unsentMails(tx, orderId, kinds).select(['id', 'payload']).forUpdate().execute()
  return rows.filter(({ payload }) => isWanted(payload)).map(({ id }) => id)
}

/** Deletes those mails: they will not be sent. Returns how many. */
export async function withdrawMails(
  tx: Kysely<Database>,
  orderId: OrderId,
  mails: ChosenMails,
): Promise<number> {
  const ids = await lockUnsentMails(tx, orderId, mails)
  if (ids.length > 0) await tx.deleteFrom('outbox').where('id', 'in', ids).execute()
  return ids.length
}

function unsentMails(tx: Kysely<Database>, orderId: OrderId, kinds: readonly TaskKind[]) {
  return tx
    .selectFrom('outbox')
    .where('order_id', '=', orderId)
    .where('kind', 'in', kinds)
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('begun_at', 'is', null)
}

/**
 * Deletes up to `limit` tasks that ended before this time and belong to no order; those of an order stay on its page.
 * The newest task is kept, because SQLite would reuse its number, and with it the id of a mail. Returns how many.
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
    .orderBy('id')
    .limit(limit)
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  const { numDeletedRows } = await db.deleteFrom('outbox').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
