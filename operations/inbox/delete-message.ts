import { deleteContactMessage, findContactMessage } from '#db/inbox/contact-messages.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { MessageId } from '#domain/ids.ts'

/**
 * Deletes a message with its sender permanently. A withdrawal is kept: it proves when the customer withdrew. It goes
 * with the customer's data.
 */
export async function deleteMessage(shop: Shop, id: MessageId): Promise<'deleted' | 'not-found' | 'kept'> {
  return transact(shop.database, async (tx) => {
    const message = await findContactMessage(tx, id)
    if (message === null) return 'not-found'
    if (message.contract !== null) return 'kept'
    await deleteContactMessage(tx, id)
    await recordAudit(tx, shop, { action: 'message-deleted', subject: { id } })
    return 'deleted'
  })
}
