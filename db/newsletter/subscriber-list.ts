import type { Kysely } from 'kysely'
import type { SubscriberState } from '#domain/newsletter/newsletter.ts'
import { containsText } from '#db/engine/contains-text.ts'
import { subscriber, type Subscriber } from './newsletter-subscribers.ts'
import { olderThan } from '#db/engine/older-than.ts'
import type { Database } from '#db/schema.ts'

/** Filters of the subscriber list. Blank: no filter. */
export interface SubscriberQuery {
  query: string
  state: SubscriberState | ''
}

/** One page of the subscribers, newest first, with the total. */
export async function listSubscribers(
  db: Kysely<Database>,
  query: SubscriberQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ subscribers: Subscriber[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    newestFirst(db, query).limit(limit).offset(offset).execute(),
    matching(db, query)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { subscribers: rows.map(subscriber), total }
}

/** How many subscribers are in each state. */
export async function countSubscribers(db: Kysely<Database>): Promise<Record<SubscriberState, number>> {
  const rows = await db
    .selectFrom('newsletter_subscribers')
    .select((e) => ['state', e.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = { pending: 0, confirmed: 0, unsubscribed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** Every matching subscriber, newest first, in batches, so that the list is not limited by memory. */
export async function* walkSubscribers(
  db: Kysely<Database>,
  query: SubscriberQuery,
  batch: number,
): AsyncGenerator<Subscriber[]> {
  let after: Subscriber | null = null
  do {
    const rows = await subscribersAfter(db, query, after, batch)
    after = rows.length < batch ? null : (rows.at(-1) ?? null)
    yield rows
  } while (after !== null)
}

/** The matching subscribers after this one, newest first; from the newest without one. */
export async function subscribersAfter(
  db: Kysely<Database>,
  query: SubscriberQuery,
  after: { createdAt: number; id: string } | null,
  limit: number,
): Promise<Subscriber[]> {
  let page = newestFirst(db, query).limit(limit)
  if (after) page = page.where(olderThan('newsletter_subscribers', after))
  return (await page.execute()).map(subscriber)
}

function newestFirst(db: Kysely<Database>, query: SubscriberQuery) {
  return matching(db, query).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
}

function matching(db: Kysely<Database>, { query, state }: SubscriberQuery) {
  const found = containsText('email', query)
  let subscribers = db.selectFrom('newsletter_subscribers')
  if (found !== null) subscribers = subscribers.where(found)
  if (state !== '') subscribers = subscribers.where('state', '=', state)
  return subscribers
}
