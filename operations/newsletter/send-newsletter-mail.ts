import * as v from 'valibot'
import { findSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { confirmAddress, unsubscribeAddress } from './newsletter-links.ts'
import type { Shop } from '#operations/shop.ts'
import { toSubscriberId } from '#domain/ids.ts'
import * as words from '#words/en/mails/newsletter.ts'

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
    heading: words.heading,
    paragraphs: [words.entered, words.confirmIt, words.notYou],
    facts: [],
    link: { label: words.confirm, address: confirmAddress(shop, subscriberId, mailedAt) },
    unsubscribeLink: { label: words.unsubscribe, address: unsubscribe },
  }
  await sendMail(shop, {
    id: `newsletter-confirm-${subscriberId}-${mailedAt}`,
    kind: 'newsletter-confirm',
    to: { name: '', address: subscriber.email },
    subject: words.subject,
    body,
    unsubscribe,
  })
}
