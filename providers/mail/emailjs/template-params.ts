import { parseSender } from '#providers/mail/parse-sender.ts'
import type { Mail } from '#providers/mail/mailer.ts'

/**
 * The parameters of a template at EmailJS: the mail as the shop wrote it, under the names in EmailJS's examples, and
 * the fields that spec 7 names for its kind (`fields`), which take precedence.
 */
export function templateParams(
  { id, to, subject, text, html, replyTo, unsubscribe, fields, senderName }: Mail,
  from: string,
): Record<string, string> {
  const sender = parseSender(from)
  return {
    mail_id: id,
    to_email: to.address,
    to_name: to.name,
    from_name: senderName ?? sender.name,
    from_email: sender.address,
    reply_to: replyTo ?? sender.address,
    subject,
    text,
    html,
    message: text,
    unsubscribe: unsubscribe ?? '',
    ...fields,
  }
}
