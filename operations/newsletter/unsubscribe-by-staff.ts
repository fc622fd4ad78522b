import {
  findSubscriber,
  unsubscribeSubscriber,
  type Subscriber,
} from '#db/newsletter/newsletter-subscribers.ts'
import type { Shop } from '#operations/shop.ts'
import type { SubscriberId } from '#domain/ids.ts'

/** Unsubscribes an address at the subscriber's request. Null when there is no such subscriber. */
export async function unsubscribeByStaff(shop: Shop, id: SubscriberId): Promise<Subscriber | null> {
  await unsubscribeSubscriber(shop.database.db, id, shop.now())
  return findSubscriber(shop.database.db, id)
}
