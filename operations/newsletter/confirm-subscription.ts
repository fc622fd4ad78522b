import { confirmSubscriber, findSubscriber, type Subscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { readConfirmToken, type ConfirmLink } from './newsletter-links.ts'
import type { Shop } from '#operations/shop.ts'

/** The target of a confirmation link. `waiting`: a subscriber who can still confirm. */
export type Confirmation =
  | { kind: 'waiting' | 'confirmed'; email: string }
  | { kind: 'expired' }
  | { kind: 'unknown' }

/** What the link would do. Reading changes nothing, because mail scanners open links too. */
export async function findConfirmation(shop: Shop, token: string): Promise<Confirmation> {
  const link = readConfirmToken(shop, token)
  if (link === null) return { kind: 'unknown' }
  const subscriber = await findSubscriber(shop.database.db, link.id)
  return subscriber === null ? { kind: 'unknown' } : stateOf(link, subscriber)
}

/** Confirms the subscriber of the link. A repeated or expired link changes nothing. */
export async function confirmSubscription(shop: Shop, token: string): Promise<Confirmation> {
  const link = readConfirmToken(shop, token)
  if (link !== null && !link.expired) {
    await confirmSubscriber(shop.database.db, { id: link.id, mailedAt: link.mailedAt, now: shop.now() })
  }
  return findConfirmation(shop, token)
}

/** A link mailed before an unsubscription is void: only a newer one subscribes again. */
function stateOf(
  { mailedAt, expired }: ConfirmLink,
  { state, email, unsubscribedAt }: Subscriber,
): Confirmation {
  if (state === 'confirmed') return { kind: 'confirmed', email }
  const isSpent = unsubscribedAt !== null && unsubscribedAt >= mailedAt
  return expired || isSpent ? { kind: 'expired' } : { kind: 'waiting', email }
}
