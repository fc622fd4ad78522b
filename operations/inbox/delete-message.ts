import { deleteContactMessage } from '#db/inbox/contact-messages.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { MessageId } from '#domain/ids.ts'

/** Deletes a message with its sender permanently. False when there is none. */
export async function deleteMessage(shop: Shop, id: MessageId): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const isDeleted = await deleteContactMessage(tx, id)
    if (isDeleted) await recordAudit(tx, shop, { action: 'message-deleted', subject: { id } })
    return isDeleted
  })
}
