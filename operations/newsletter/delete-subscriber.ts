import { deleteSubscriberRow } from '#db/newsletter/newsletter-subscribers.ts'
import type { Shop } from '#operations/shop.ts'
import type { SubscriberId } from '#domain/ids.ts'

/** Deletes a subscriber's data permanently. False when there is none. */
export async function deleteSubscriber({ database }: Shop, id: SubscriberId): Promise<boolean> {
  return deleteSubscriberRow(database.db, id)
}
