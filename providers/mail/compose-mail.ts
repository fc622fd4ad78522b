import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer.ts'
import { messageIdOf } from './message-id.ts'
import { senderOf } from './parse-sender.ts'

/** What all mails of the shop have in common. */
export interface MailSender {
  /** An address, with or without a name. */
  from: string
  /** Null: Message-IDs without a domain of the shop. */
  publicUrl: string | null
  now(): number
}

/** A mail with its headers, as nodemailer takes it. Headers cannot be added by names or subjects. */
export function composeMail(
  { id, kind, to, subject, text, html, replyTo, unsubscribe, senderName }: Mail,
  { from, publicUrl, now }: MailSender,
): SendMailOptions {
  return {
    from: senderOf({ ...(senderName !== undefined && { senderName }) }, from),
    to,
    subject,
    text,
    html,
    messageId: messageIdOf(id, publicUrl),
    date: new Date(now()),
    ...(replyTo && { replyTo }),
    headers: {
      // RFC 3834: no automatic replies to what a program wrote. A message of the contact form and its answer are a
      // person's.
      ...(kind !== 'contact-message' && kind !== 'message-answer' && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribe && unsubscribeHeaders(unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The headers for one-click unsubscribing in mail programs (RFC 2369, RFC 8058). */
function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
