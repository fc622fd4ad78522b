import { confirmSubscriber, findSubscriber, type Subscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { readConfirmToken, type ConfirmLink } from './newsletter-links.ts'
import type { Shop } from '#operations/shop.ts'

/** What a link to confirm leads to. `waiting`: to somebody who has not confirmed yet, and may. */
export type Confirmation =
  | { kind: 'waiting' | 'confirmed'; email: string }
  | { kind: 'expired' }
  | { kind: 'unknown' }

/** What the link would do. Looking changes nothing, since mail scanners look too. */
export async function findConfirmation(shop: Shop, token: string): Promise<Confirmation> {
  const link = readConfirmToken(shop, token)
  if (link === null) return { kind: 'unknown' }
  const subscriber = await findSubscriber(shop.database.db, link.id)
  return subscriber === null ? { kind: 'unknown' } : stateOf(link, subscriber)
}

/** Subscribes who has the link. A second time, or too late, it changes nothing. */
export async function confirmSubscription(shop: Shop, token: string): Promise<Confirmation> {
  const link = readConfirmToken(shop, token)
  if (link !== null && !link.expired) {
    await confirmSubscriber(shop.database.db, { id: link.id, mailedAt: link.mailedAt, now: shop.now() })
  }
  return findConfirmation(shop, token)
}

/** A link that was mailed before its reader left is spent: only a newer one brings them back. */
function stateOf(
  { mailedAt, expired }: ConfirmLink,
  { state, email, unsubscribedAt }: Subscriber,
): Confirmation {
  if (state === 'confirmed') return { kind: 'confirmed', email }
  const isSpent = unsubscribedAt !== null && unsubscribedAt >= mailedAt
  return expired || isSpent ? { kind: 'expired' } : { kind: 'waiting', email }
}
