import type { Subscriber } from '#db/newsletter/newsletter-subscribers.ts'
import {
  countSubscribers,
  walkSubscribers,
  listSubscribers,
  subscribersAfter as after,
  type SubscriberQuery,
} from '#db/newsletter/subscriber-list.ts'
import { INBOX_PAGE_SIZE } from '#domain/inbox/inbox-list.ts'
import type { SubscriberState } from '#domain/newsletter/newsletter.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 500

/** One page of the subscribers, newest first. A page past the end returns the last one. */
export async function readSubscribers(
  { database: { db } }: Shop,
  query: SubscriberQuery,
  page: number,
): Promise<ListPage<Subscriber>> {
  return nearestPage(page, INBOX_PAGE_SIZE, async (span) => {
    const { subscribers, total } = await listSubscribers(db, query, span)
    return { rows: subscribers, total }
  })
}

/** All matching subscribers in batches, for an export. */
export function streamSubscribers({ database }: Shop, query: SubscriberQuery): AsyncGenerator<Subscriber[]> {
  return walkSubscribers(database.db, query, BATCH_SIZE)
}

/** The matching subscribers after a place in the list, newest first; from the newest without one. */
export function subscribersAfter(
  { database }: Shop,
  query: SubscriberQuery,
  place: { createdAt: number; id: string } | null,
  limit: number,
): Promise<Subscriber[]> {
  return after(database.db, query, place, limit)
}

/** How many subscribers are in each state. */
export async function countAllSubscribers({ database }: Shop): Promise<Record<SubscriberState, number>> {
  return countSubscribers(database.db)
}
