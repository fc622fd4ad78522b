import * as v from 'valibot'
import { findSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { confirmAddress, unsubscribeAddress } from './newsletter-links.ts'
import type { Shop } from '#operations/shop.ts'
import { toSubscriberId } from '#domain/ids.ts'

const newsletterTask = v.object({
  subscriberId: v.pipe(v.string(), v.transform(toSubscriberId)),
  mailedAt: v.number(),
})

/**
 * Sends the mail of a `newsletter-confirm` task, unless the subscriber has confirmed, unsubscribed or been deleted
 * since.
 */
export async function sendNewsletterMail(shop: Shop, payload: unknown): Promise<void> {
  const { subscriberId, mailedAt } = v.parse(newsletterTask, payload)
  const subscriber = await findSubscriber(shop.database.db, subscriberId)
  if (subscriber?.state !== 'pending') return
  const unsubscribe = unsubscribeAddress(shop, subscriberId)
  const body: MailBody = {
    heading: 'One step left',
    paragraphs: [
      'This address was entered in the newsletter form at Redemption, we hope by you.',
      'Confirm it, and you will hear from us. The link works for seven days.',
      'If it was not you, you need do nothing: without your word we send no newsletter.',
    ],
    facts: [],
    link: { label: 'Confirm my subscription', address: confirmAddress(shop, subscriberId, mailedAt) },
    unsubscribeLink: { label: 'Unsubscribe', address: unsubscribe },
  }
  await sendMail(shop, {
    id: `newsletter-confirm-${subscriberId}-${mailedAt}`,
    kind: 'newsletter-confirm',
    to: { name: '', address: subscriber.email },
    subject: 'Confirm your Redemption newsletter',
    body,
    unsubscribe,
  })
}
