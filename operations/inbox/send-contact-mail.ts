import * as v from 'valibot'
import { findContactMessage } from '#db/inbox/contact-messages.ts'
import { toMessageId } from '#domain/ids.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import * as layoutWords from '#words/en/mails/layout.ts'
import * as words from '#words/en/mails/operations.ts'

const contactTask = v.object({ messageId: v.pipe(v.string(), v.transform(toMessageId)) })

/**
 * Sends the mail of a `contact-message` task, with the sender as reply address. A message that staff deleted is not
 * sent.
 */
export async function sendContactMail(shop: Shop, payload: unknown): Promise<void> {
  const { messageId } = v.parse(contactTask, payload)
  const written = await findContactMessage(shop.database.db, messageId)
  if (!written) return
  const { name, email, message, contract } = written
  const subject = words.messageSubjects[written.subject]
  const body: MailBody = {
    heading: words.contactMessage(subject, name),
    paragraphs: message.split(/\n+/).filter((line) => line.trim() !== ''),
    facts: [
      [words.contactFacts.name, name],
      [words.contactFacts.email, email],
      [words.contactFacts.subject, subject],
      ...(contract === null ? [] : [[words.contactFacts.contract, contract] satisfies [string, string]]),
    ],
  }
  await sendMail(shop, {
    id: `contact-message-${messageId}`,
    kind: 'contact-message',
    to: { name: layoutWords.shop, address: shop.settings.ownerEmail },
    replyTo: email,
    subject: words.contactMessage(subject, name),
    body,
    fields: { from_name: name, from_email: email, subject, message }, // spec 7
  })
}
