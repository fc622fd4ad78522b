import { randomUUID } from 'node:crypto'
import { recordSubscription } from '#db/newsletter/newsletter-subscribers.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { toSubscriberId } from '#domain/ids.ts'

/** The outbox task for a confirmation mail (send-newsletter-mail.ts). */
export const NEWSLETTER_MAIL = 'newsletter-confirm'

/**
 * Stores the address and enqueues a confirmation mail, in one transaction. It returns nothing, so that the caller
 * cannot reveal which addresses are known.
 */
export async function subscribeToNewsletter(
  { database, now }: Shop,
  email: string,
  language = 'en',
): Promise<void> {
  const time = now()
  await transact(database, async (tx) => {
    const id = await recordSubscription(tx, { email, newId: toSubscriberId(randomUUID()), now: time })
    if (id === null) return
    const payload = { subscriberId: id, mailedAt: time, language }
    await enqueue(
      tx,
      [{ kind: NEWSLETTER_MAIL, payload, dedupeKey: `${NEWSLETTER_MAIL}:${id}:${time}` }],
      time,
    )
  })
}
