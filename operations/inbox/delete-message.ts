import { deleteContactMessage } from '#db/inbox/contact-messages.ts'
import type { Shop } from '#operations/shop.ts'
import type { MessageId } from '#domain/ids.ts'

/** Deletes a message with its sender permanently. False when there is none. */
export async function deleteMessage({ database }: Shop, id: MessageId): Promise<boolean> {
  return deleteContactMessage(database.db, id)
}
