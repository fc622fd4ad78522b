/**
 * One mail to one recipient: plain text and HTML have the same content. `id` becomes the Message-ID, which identifies
 * repeats.
 */
export interface Mail {
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  replyTo?: string
  /** The one-click unsubscribe address: a POST to it, without any other data, unsubscribes the recipient (RFC 8058). */
  unsubscribe?: string
}

/** Sends mail. Throws when the mail was not accepted; the outbox then retries later. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Deletes local copies of mails with these ids. Mails that were delivered cannot be recalled. */
  forget(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}
