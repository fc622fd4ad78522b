/**
 * One mail to one person: plain text and HTML say the same. `id` becomes the Message-ID, so a repeat is recognisable.
 */
export interface Mail {
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  replyTo?: string
  /** Where a POST, with nothing but this address, takes the receiver off the list (RFC 8058). */
  unsubscribe?: string
}

/** Sends mail. Throws when the mail was not taken; the outbox then tries again later. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Deletes copies that were kept here of mails with these ids. What has reached somebody stays with them. */
  forget(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}
