import { eraseSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { transact } from '#db/engine/transact.ts'
import { forgetMails } from '#operations/mail/forget-mails.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { SubscriberId } from '#domain/ids.ts'

/** Deletes a subscriber's data permanently. False when there is none. */
export async function deleteSubscriber(shop: Shop, id: SubscriberId): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const mails = await eraseSubscriber(tx, id)
    if (mails === null) return false
    await forgetMails(tx, { key: id, mails, now: shop.now() })
    await recordAudit(tx, shop, { action: 'subscriber-deleted', subject: { id } })
    return true
  })
}
