import { deleteSubscriberRow } from '#db/newsletter/newsletter-subscribers.ts'
import type { Shop } from '#operations/shop.ts'

/** Deletes a subscriber's data permanently. False when there is none. */
export async function deleteSubscriber({ database }: Shop, id: string): Promise<boolean> {
  return deleteSubscriberRow(database.db, id)
}
