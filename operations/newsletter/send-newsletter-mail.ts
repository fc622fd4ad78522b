import * as v from 'valibot'
import { findSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { confirmAddress, unsubscribeAddress } from './newsletter-links.ts'
import type { Shop } from '#operations/shop.ts'
import { toSubscriberId } from '#domain/ids.ts'
import { wordsIn } from '#words/languages.ts'

const newsletterTask = v.object({
  subscriberId: v.pipe(v.string(), v.transform(toSubscriberId)),
  mailedAt: v.number(),
  /** Tasks from before it was kept have none. */
  language: v.optional(v.string(), 'en'),
})

/**
 * Sends the mail of a `newsletter-confirm` task, unless the subscriber has confirmed, unsubscribed or been deleted
 * since.
 */
export async function sendNewsletterMail(shop: Shop, payload: unknown): Promise<void> {
  const { subscriberId, mailedAt, language } = v.parse(newsletterTask, payload)
  const subscriber = await findSubscriber(shop.database.db, subscriberId)
  if (subscriber?.state !== 'pending') return
  const all = wordsIn(shop, language)
  const words = all['mails/newsletter']
  const unsubscribe = unsubscribeAddress(shop, subscriberId, language)
  const body: MailBody = {
    heading: words.heading,
    paragraphs: [words.entered, words.confirmIt, words.notYou],
    facts: [],
    link: { label: words.confirm, address: confirmAddress(shop, { id: subscriberId, mailedAt, language }) },
    unsubscribeLink: { label: words.unsubscribe, address: unsubscribe },
  }
  await sendMail(shop, {
    id: `newsletter-confirm-${subscriberId}-${mailedAt}`,
    kind: 'newsletter-confirm',
    to: { name: '', address: subscriber.email },
    subject: words.subject,
    body,
    unsubscribe,
    words: all,
  })
}
