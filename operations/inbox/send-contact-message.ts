import { randomUUID } from 'node:crypto'
import { insertContactMessage } from '#db/inbox/contact-messages.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import { transact } from '#db/engine/transact.ts'
import { toMessageId } from '#domain/ids.ts'
import type { ContactMessage } from '#domain/inbox/contact-form.ts'
import type { Shop } from '#operations/shop.ts'

/** The outbox task for a mail to the owner (send-contact-mail.ts). */
export const CONTACT_MAIL = 'contact-message'

/** Stores a message and enqueues a mail to the owner, in one transaction. */
export async function sendContactMessage(shop: Shop, message: ContactMessage): Promise<void> {
  const id = toMessageId(randomUUID())
  const task: OutboxTask = {
    kind: CONTACT_MAIL,
    payload: { messageId: id },
    dedupeKey: `${CONTACT_MAIL}:${id}`,
  }
  await transact(shop.database, async (tx) => {
    await insertContactMessage(tx, id, message, shop.now())
    await enqueue(tx, [task], shop.now())
  })
}
