import { findSubscriber, unsubscribeSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { readUnsubscribeToken } from './newsletter-links.ts'
import type { Shop } from '#operations/shop.ts'

/** The target of an unsubscribe link. `unsubscribed`: it was unsubscribed before, or deleted. */
export type UnsubscribeLink =
  | { kind: 'subscribed'; email: string }
  | { kind: 'unsubscribed' }
  | { kind: 'unknown' }

/** What the link would do. Reading changes nothing, because mail scanners open links too. */
export async function findUnsubscribeLink(shop: Shop, token: string): Promise<UnsubscribeLink> {
  const id = readUnsubscribeToken(shop, token)
  if (id === null) return { kind: 'unknown' }
  const subscriber = await findSubscriber(shop.database.db, id)
  if (subscriber === null || subscriber.state === 'unsubscribed') return { kind: 'unsubscribed' }
  return { kind: 'subscribed', email: subscriber.email }
}

/** Unsubscribes the subscriber of the link. False when the link is not valid. */
export async function unsubscribe(shop: Shop, token: string): Promise<boolean> {
  const id = readUnsubscribeToken(shop, token)
  if (id === null) return false
  await unsubscribeSubscriber(shop.database.db, id, shop.now())
  return true
}
