import type { MailKind } from '#domain/outbox/task-kinds.ts'

/**
 * One mail to one recipient: plain text and HTML have the same content. `id` becomes the Message-ID, which identifies
 * repeats.
 */
export interface Mail {
  id: string
  /** The kind of the mail, which selects the template of a service that has templates. */
  kind?: MailKind
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  replyTo?: string
  /** The name of the sender instead of the one in the settings of the server. */
  senderName?: string
  /** The one-click unsubscribe address: a POST to it, without any other data, unsubscribes the recipient (RFC 8058). */
  unsubscribe?: string
  /** The content by name, for a service that has templates. */
  fields?: Readonly<Record<string, string>>
}

/** Sends mail. Throws when the mail was not accepted: a MailError, if the reason is known. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** How many mails may be sent at the same time; undefined: no limit. */
  readonly maxConcurrent?: number
  /** True: mails lose our headers on the way, so that none of them can be unsubscribed from with one click. */
  readonly dropsHeaders?: boolean
  /** Deletes local copies of mails with these ids. Mails that were delivered cannot be recalled. */
  deleteCopies(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}
