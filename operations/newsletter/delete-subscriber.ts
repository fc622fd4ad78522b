import { deleteSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import type { Shop } from '#operations/shop.ts'

/** Deletes what is known of a subscriber, for good. False when there is none. */
export async function forgetSubscriber({ database }: Shop, id: string): Promise<boolean> {
  return deleteSubscriber(database.db, id)
}
