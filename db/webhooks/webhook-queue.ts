import { sql, type Kysely } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { WebhookEndpointId } from '#domain/ids.ts'
import type { WebhookFacts, WebhookThing, WebhookTopic } from '#domain/webhooks/topics.ts'

/** Longer than an attempt takes. */
const LEASE_MS = 60_000

/** A message that this process may send. */
export interface LeasedMessage {
  id: number
  endpointId: WebhookEndpointId
  messageId: string
  topic: WebhookTopic | 'test'
  thing: WebhookThing
  facts: WebhookFacts
  happenedAt: number
  attempts: number
  failingSince: number | null
  /** As it was sent before; null: it was not. */
  body: string | null
}

/** What came of an attempt. `failingSince` null: it arrived. */
export interface Attempt {
  body: string
  status: number | null
  answer: string
  failure: { since: number; retryAt: number } | null
}

/**
 * Leases messages of an endpoint that are due and have no earlier one about the same thing before them, in any process:
 * so what happens to a thing arrives in its order.
 */
export function leaseMessages(
  database: ShopDatabase,
  endpointId: WebhookEndpointId,
  limit: number,
  now: number,
): Promise<LeasedMessage[]> {
  return transact(database, async (tx) => {
    const rows = await tx
      .selectFrom('webhook_messages as one')
      .selectAll('one')
      .where('endpoint_id', '=', endpointId)
      .where('done_at', 'is', null)
      .where('run_after', '<=', now)
      .where('leased_until', '<=', now)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhook_messages as earlier')
              .select('earlier.id')
              .whereRef('earlier.endpoint_id', '=', 'one.endpoint_id')
              .whereRef('earlier.thing', '=', 'one.thing')
              .where('earlier.done_at', 'is', null)
              .whereRef('earlier.id', '<', 'one.id'),
          ),
        ),
      )
      .orderBy('run_after')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    await tx
      .updateTable('webhook_messages')
      .set({ leased_until: now + LEASE_MS })
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      endpointId: row.endpoint_id,
      messageId: row.message_id,
      topic: row.topic,
      thing: row.thing,
      facts: JSON.parse(row.facts) as WebhookFacts,
      happenedAt: row.happened_at,
      attempts: row.attempts,
      failingSince: row.failing_since,
      body: row.body,
    }))
  })
}

/** Keeps what came of an attempt. One that arrived lets the next message about the same thing go. */
export async function recordAttempt(
  tx: Tx,
  message: LeasedMessage,
  { body, status, answer, failure }: Attempt,
  now: number,
): Promise<void> {
  await tx
    .updateTable('webhook_messages')
    .set({
      body,
      status,
      answer,
      attempts: message.attempts + 1,
      tried_at: now,
      leased_until: 0,
      failing_since: failure?.since ?? null,
      ...(failure ? { run_after: failure.retryAt } : { done_at: now }),
    })
    .where('id', '=', message.id)
    .execute()
  if (!failure) await letNextGo(tx, message, now)
}

/** Sends a message later, without an attempt: at its moment. */
export async function postponeMessage(tx: Tx, id: number, until: number): Promise<void> {
  await tx
    .updateTable('webhook_messages')
    .set({ run_after: until, leased_until: 0 })
    .where('id', '=', id)
    .execute()
}

/** Leaves a message out: there is nothing to tell. */
export async function dropMessage(tx: Tx, message: LeasedMessage, now: number): Promise<void> {
  await tx.deleteFrom('webhook_messages').where('id', '=', message.id).execute()
  await letNextGo(tx, message, now)
}

async function letNextGo(tx: Tx, { endpointId, thing }: LeasedMessage, now: number): Promise<void> {
  await tx
    .updateTable('webhook_messages')
    .set({ run_after: now })
    .where('run_after', 'is', null)
    .where('id', '=', (e) =>
      e
        .selectFrom('webhook_messages as next')
        .select(({ fn }) => fn.min('next.id').as('id'))
        .where('next.endpoint_id', '=', endpointId)
        .where('next.thing', '=', thing)
        .where('next.done_at', 'is', null),
    )
    .execute()
}

/** Lets messages go that were written while the one before them ended, which did not see them. */
export async function freeWaitingMessages(db: Kysely<Database>, now: number): Promise<void> {
  await sql`update webhook_messages set run_after = ${now} where run_after is null and done_at is null
    and not exists (select 1 from webhook_messages earlier where earlier.endpoint_id = webhook_messages.endpoint_id
      and earlier.thing = webhook_messages.thing and earlier.done_at is null and earlier.id < webhook_messages.id)`.execute(
    db,
  )
}

/** Sends what waits for an endpoint at once, as if nothing had failed. */
export async function restartMessages(tx: Tx, endpointId: WebhookEndpointId, now: number): Promise<void> {
  await tx
    .updateTable('webhook_messages')
    .set({ run_after: now, attempts: 0, failing_since: null })
    .where('endpoint_id', '=', endpointId)
    .where('done_at', 'is', null)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Queues a message again that was sent. False: there is none of that number, or it waits anyway. */
export async function requeueMessage(
  tx: Tx,
  endpointId: WebhookEndpointId,
  id: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_messages')
    .set({ done_at: null, run_after: now, attempts: 0, failing_since: null })
    .where('id', '=', id)
    .where('endpoint_id', '=', endpointId)
    .where('done_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A test message, which only this endpoint gets: leased by this process. */
export async function insertTestMessage(
  tx: Tx,
  {
    endpointId,
    messageId,
    body,
    now,
  }: { endpointId: WebhookEndpointId; messageId: string; body: string; now: number },
): Promise<LeasedMessage> {
  const thing = `test:${messageId}` as const
  const { id } = await tx
    .insertInto('webhook_messages')
    .values({
      endpoint_id: endpointId,
      message_id: messageId,
      topic: 'test',
      thing,
      facts: '{}',
      happened_at: now,
      run_after: now,
      leased_until: now + LEASE_MS,
      body,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    endpointId,
    messageId,
    topic: 'test',
    thing,
    facts: {},
    happenedAt: now,
    attempts: 0,
    failingSince: null,
    body,
  }
}

/** The messages of an endpoint, the newest first. `before`: only those with a smaller number. */
export async function listMessages(
  db: Kysely<Database>,
  endpointId: WebhookEndpointId,
  { before, limit }: { before: number | null; limit: number },
) {
  const rows = await db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .$if(before !== null, (older) => older.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    messageId: row.message_id,
    topic: row.topic,
    happenedAt: row.happened_at,
    attempts: row.attempts,
    nextAt: row.done_at === null ? row.run_after : null,
    isDone: row.done_at !== null,
    isFailing: row.failing_since !== null,
    triedAt: row.tried_at,
    status: row.status,
    body: row.body,
    answer: row.answer,
  }))
}

/** Deletes messages from before a time, also those that never arrived. Returns how many. */
export async function deleteOldMessages(
  db: Kysely<Database>,
  before: number,
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom('webhook_messages')
    .select('id')
    .where('happened_at', '<', before)
    .orderBy('happened_at')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('webhook_messages')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
