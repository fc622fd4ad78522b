import { parseSender } from '#providers/mail/parse-sender.ts'
import type { Mail } from '#providers/mail/mailer.ts'

/**
 * What a template of EmailJS can use: the mail as the shop wrote it, under names of EmailJS's own examples, and the
 * fields that spec 7 names for its kind (`fields`), which come first.
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
