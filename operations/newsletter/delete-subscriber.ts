import { forgetImportRows, recordErasedKey } from '#db/newsletter/imported-subscribers.ts'
import { eraseSubscriber, findSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { transact } from '#db/engine/transact.ts'
import { forgetMails } from '#operations/mail/forget-mails.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { SubscriberId } from '#domain/ids.ts'
import { erasedKey } from './erased-key.ts'

/** Deletes a subscriber's data permanently. False when there is none. */
export async function deleteSubscriber(shop: Shop, id: SubscriberId): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const found = await findSubscriber(tx, id)
    const mails = await eraseSubscriber(tx, id)
    if (found === null || mails === null) return false
    await recordErasedKey(tx, erasedKey(shop, found.email), shop.now())
    await forgetImportRows(tx, found.email)
    await forgetMails(tx, { key: id, mails, now: shop.now() })
    await recordAudit(tx, shop, { action: 'subscriber-deleted', subject: { id } })
    return true
  })
}
