import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Delivery } from '#domain/orders/order.ts'
import type { Tx } from '#db/engine/transact.ts'
import { SILENT_KINDS } from '#domain/outbox/task-kinds.ts'
import type { LeasedTask } from './leased-task.ts'

/** A task that was given up, and its order. */
export interface GivenUpTask {
  id: number
  kind: string
  orderNumber: string | null
  delivery: Delivery | null
  error: string
  at: number
}

/**
 * Gives up a task permanently. `toldBy`: the task's own id when no alert mail should report it. False when it has ended
 * already.
 */
export async function markGivenUp(
  tx: Tx,
  id: number,
  { reason, toldBy, now }: { reason: string; toldBy: number | null; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({
      gave_up_at: now,
      told_by: toldBy,
      leased_until: 0,
      begun_at: null,
      last_error: reason.slice(0, 500),
    })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Mails that were enqueued before a time and still wait because the mail service fails. */
export async function findOldMails(
  db: Kysely<Database>,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<LeasedTask[]> {
  const mails = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'payload', 'attempts'])
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('leased_until', '<=', now)
    .where('created_at', '<=', before)
    .where('kind', 'not in', SILENT_KINDS)
    .orderBy('id')
    .limit(limit)
    .execute()
  return mails.map((mail) => ({ ...mail, payload: JSON.parse(mail.payload) as unknown }))
}

/** How many mails wait to be sent. */
export async function countWaitingMails(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('kind', 'not in', SILENT_KINDS)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The tasks that alert mail `alertId` reports: all given-up tasks that are in no other alert. A repeat returns the same
 * tasks plus newer ones; no task is in two alerts.
 */
export async function takeUnalertedTasks(db: Kysely<Database>, alertId: number): Promise<GivenUpTask[]> {
  await db
    .updateTable('outbox')
    .set({ told_by: alertId })
    .where('gave_up_at', 'is not', null)
    .where('told_by', 'is', null)
    .execute()
  return givenUpTasks(db).where('outbox.told_by', '=', alertId).orderBy('outbox.id').execute()
}

/**
 * Tasks given up since a time and not sent again since, newest first, with their number. Refunds are not included:
 * their orders need attention; nor are newsletter addresses that bounced, which strangers may have typed.
 */
export async function readGivenUpTasks(
  db: Kysely<Database>,
  { since, limit }: { since: number; limit: number },
): Promise<{ tasks: GivenUpTask[]; total: number }> {
  const recent = givenUpTasks(db)
    .where('outbox.gave_up_at', '>=', since)
    .where((e) => e.or([e('outbox.kind', '<>', 'refund'), e('orders.id', 'is', null)]))
    .where((e) =>
      e.or([
        e('outbox.kind', 'not in', [
          'newsletter-confirm',
          'newsletter',
          'reminder-confirm',
          'drop-begins',
          'back-in-stock',
          'draw-entry',
          'draw-lost',
          'how-it-fits',
        ]),
        e('outbox.told_by', 'is distinct from', e.ref('outbox.id')),
      ]),
    )
    .where(
      sql<boolean>`not exists (select 1 from outbox again where again.dedupe_key = 'resend:' || outbox.id)`,
    )
  const tasks = await recent.orderBy('outbox.gave_up_at', 'desc').orderBy('outbox.id').limit(limit).execute()
  const { total } = await recent
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { tasks, total }
}

function givenUpTasks(db: Kysely<Database>) {
  return db
    .selectFrom('outbox')
    .leftJoin('orders', 'orders.id', 'outbox.order_id')
    .select((e) => [
      'outbox.id',
      'outbox.kind',
      'orders.number as orderNumber',
      'orders.delivery',
      e.fn.coalesce('outbox.last_error', sql<string>`''`).as('error'),
      e.ref('outbox.gave_up_at').$castTo<number>().as('at'),
    ])
    .where('outbox.gave_up_at', 'is not', null)
}
