import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '#db/engine/transact.ts'
import type { SubscriberId } from '#domain/ids.ts'
import {
  isConfirmationOwed,
  MAX_CONFIRM_MAILS,
  statesBefore,
  type SubscriberState,
} from '#domain/newsletter/newsletter.ts'
import type { TaskKind } from '#domain/outbox/task-kinds.ts'
import type { Database } from '#db/schema.ts'

/** An address submitted to the newsletter. Times are epoch milliseconds. */
export interface Subscriber {
  id: SubscriberId
  email: string
  state: SubscriberState
  createdAt: number
  confirmedAt: number | null
  unsubscribedAt: number | null
  /** Where they agreed before they came here. Null: they confirmed here, or have not. */
  consentSource: string | null
}

type SubscriberRow = Selectable<Database['newsletter_subscribers']>

export function subscriber(row: SubscriberRow): Subscriber {
  return {
    id: row.id,
    email: row.email,
    state: row.state,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    unsubscribedAt: row.unsubscribed_at,
    // Whoever came back and confirmed here agreed anew.
    consentSource: row.consent_at === row.confirmed_at ? row.consent_source : null,
  }
}

/**
 * Stores a subscription request. Returns the subscriber to send a confirmation mail to, or null (`isConfirmationOwed`).
 * Every path writes one row, so that the response time does not reveal known addresses.
 */
export async function recordSubscription(
  tx: Kysely<Database>,
  { email, newId, now }: { email: string; newId: SubscriberId; now: number },
): Promise<string | null> {
  const known = await tx
    .selectFrom('newsletter_subscribers')
    .select(['id', 'state', 'mail_times'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (!known) {
    const times = {
      created_at: now,
      asked_at: now,
      mailed_at: now,
      mail_times: JSON.stringify([now]),
      confirmed_at: null,
      unsubscribed_at: null,
    }
    const made = await tx
      .insertInto('newsletter_subscribers')
      .values({ id: newId, email, state: 'pending' satisfies SubscriberState, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    // A double click: the other request has just written it.
    return made ? newId : recordSubscription(tx, { email, newId, now })
  }
  const mailTimes = JSON.parse(known.mail_times) as number[]
  const isOwed = isConfirmationOwed(known.state, mailTimes, now)
  const mail_times = JSON.stringify([now, ...mailTimes].slice(0, MAX_CONFIRM_MAILS))
  const mailed = { mailed_at: now, mail_times, state: 'pending', confirmed_at: null } as const
  await tx
    .updateTable('newsletter_subscribers')
    .set(isOwed ? { asked_at: now, ...mailed } : { asked_at: now })
    .where('id', '=', known.id)
    .execute()
  return isOwed ? known.id : null
}

export async function findSubscriber(db: Kysely<Database>, id: SubscriberId): Promise<Subscriber | null> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? subscriber(row) : null
}

/**
 * Confirms a subscriber who was mailed the link at `mailedAt` and has not unsubscribed since; otherwise does nothing.
 */
export async function confirmSubscriber(
  db: Kysely<Database>,
  { id, mailedAt, now }: { id: SubscriberId; mailedAt: number; now: number },
): Promise<void> {
  await db
    .updateTable('newsletter_subscribers')
    .set({ state: 'confirmed' satisfies SubscriberState, confirmed_at: now })
    .where('id', '=', id)
    .where('state', 'in', statesBefore('confirmed'))
    .where((e) => e.or([e('unsubscribed_at', 'is', null), e('unsubscribed_at', '<', mailedAt)]))
    .execute()
}

/** Unsubscribes a subscriber; a repeat changes nothing. */
export async function unsubscribeSubscriber(
  db: Kysely<Database>,
  id: SubscriberId,
  now: number,
): Promise<void> {
  await db
    .updateTable('newsletter_subscribers')
    .set({ state: 'unsubscribed' satisfies SubscriberState, unsubscribed_at: now })
    .where('id', '=', id)
    .where('state', 'in', statesBefore('unsubscribed'))
    .execute()
}

/**
 * Deletes a subscriber's data permanently, also what mail servers said of their emails. Returns the ids of those
 * emails, whose copies may be kept; null when there is no such subscriber.
 */
export async function eraseSubscriber(tx: Tx, id: SubscriberId): Promise<string[] | null> {
  const issues = await tx
    .selectFrom('newsletter_recipients')
    .select('issue_id')
    .where('subscriber_id', '=', id)
    .execute()
  const deleted = await tx
    .deleteFrom('newsletter_subscribers')
    .where('id', '=', id)
    .returning('mail_times')
    .executeTakeFirst()
  if (!deleted) return null
  await tx
    .updateTable('outbox')
    .set({ last_error: null })
    .where('kind', 'in', ['newsletter', 'newsletter-confirm'] satisfies TaskKind[])
    .where('dedupe_key', 'like', `%:${id}:%`)
    .execute()
  const mailTimes = JSON.parse(deleted.mail_times) as number[]
  return [
    ...issues.map(({ issue_id }) => `newsletter-${issue_id}-${id}`),
    ...mailTimes.map((time) => `newsletter-confirm-${id}-${time}`),
  ]
}

/** Deletes up to `limit` unconfirmed addresses whose last mail was sent before this time. Returns how many. */
export async function deleteUnconfirmed(
  db: Kysely<Database>,
  mailedBefore: number,
  limit: number,
): Promise<number> {
  const pending: SubscriberState = 'pending'
  const old = await db
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('state', '=', pending)
    .where('created_at', '<', mailedBefore) // Uses the index; a row is created before its first mail.
    .where('mailed_at', '<', mailedBefore)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  const { numDeletedRows } = await db
    .deleteFrom('newsletter_subscribers')
    .where('id', 'in', ids)
    // Repeated in case of a confirmation or a new request at this moment.
    .where('state', '=', pending)
    .where('mailed_at', '<', mailedBefore)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
