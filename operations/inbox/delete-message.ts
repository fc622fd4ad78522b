import { deleteContactMessage } from '#db/inbox/contact-messages.ts'
import type { Shop } from '#operations/shop.ts'

/** Deletes a message with its sender permanently. False when there is none. */
export async function deleteMessage({ database }: Shop, id: string): Promise<boolean> {
  return deleteContactMessage(database.db, id)
}
