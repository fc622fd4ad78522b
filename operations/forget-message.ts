import { deleteContactMessage } from '#db/contact-messages.ts'
import type { Shop } from './shop.ts'

/** Deletes a message and who wrote it, for good. False when there is none. */
export async function forgetMessage({ database }: Shop, id: string): Promise<boolean> {
  return deleteContactMessage(database.db, id)
}
