import { findSubscriber, unsubscribeSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { readUnsubscribeToken } from './newsletter-links.ts'
import type { Shop } from '#operations/shop.ts'

/** What a link to leave leads to. Who is not on the list any more, or was forgotten, has left. */
export type UnsubscribeLink = { kind: 'subscribed'; email: string } | { kind: 'left' } | { kind: 'unknown' }

/** What the link would do. Looking changes nothing, since mail scanners look too. */
export async function findUnsubscribeLink(shop: Shop, token: string): Promise<UnsubscribeLink> {
  const id = readUnsubscribeToken(shop, token)
  if (id === null) return { kind: 'unknown' }
  const subscriber = await findSubscriber(shop.database.db, id)
  if (subscriber === null || subscriber.state === 'unsubscribed') return { kind: 'left' }
  return { kind: 'subscribed', email: subscriber.email }
}

/** Takes who has the link off the list. False when it is no link of ours. */
export async function unsubscribe(shop: Shop, token: string): Promise<boolean> {
  const id = readUnsubscribeToken(shop, token)
  if (id === null) return false
  await unsubscribeSubscriber(shop.database.db, id, shop.now())
  return true
}
