import {
  findSubscriber,
  unsubscribeSubscriber,
  type Subscriber,
} from '#db/newsletter/newsletter-subscribers.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import type { SubscriberId } from '#domain/ids.ts'

/** Unsubscribes an address at the subscriber's request. Null when there is no such subscriber. */
export async function unsubscribeByStaff(shop: Shop, id: SubscriberId): Promise<Subscriber | null> {
  return transact(shop.database, async (tx) => {
    const before = await findSubscriber(tx, id)
    await unsubscribeSubscriber(tx, id, shop.now())
    const after = await findSubscriber(tx, id)
    const changes = auditChanges({ state: 'State' }, before, after)
    if (changes.length > 0) {
      await recordAudit(tx, shop, { action: 'subscriber-unsubscribed', subject: { id }, changes })
    }
    return after
  })
}
