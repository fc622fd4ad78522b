import { deleteSubscriberRow } from '#db/newsletter/newsletter-subscribers.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { SubscriberId } from '#domain/ids.ts'

/** Deletes a subscriber's data permanently. False when there is none. */
export async function deleteSubscriber(shop: Shop, id: SubscriberId): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const isDeleted = await deleteSubscriberRow(tx, id)
    if (isDeleted) await recordAudit(tx, shop, { action: 'subscriber-deleted', subject: { id } })
    return isDeleted
  })
}
