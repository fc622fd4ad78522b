import type { MailKind } from '#domain/outbox/task-kinds.ts'
import { callSupplier } from '#providers/call-supplier.ts'
import type { Connection } from '#providers/connection.ts'
import type { MailServiceParts } from '#providers/mail/mail-service-adapter.ts'
import type { Mail, Mailer } from '#providers/mail/mailer.ts'
import { testMail } from '#providers/mail/test-mail.ts'
import type { RequestPace } from '#providers/request-pace.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { emailjsFailure, queueFailure } from './emailjs-failure.ts'
import { parseSender } from '#providers/mail/parse-sender.ts'

/** An account at EmailJS. */
export interface EmailjsSettings {
  serviceId: string
  publicKey: string
  /** Sent as `accessToken`, without which EmailJS refuses calls from a server. */
  privateKey: string
  defaultTemplate: string
  /** Ids of the templates of mails that have one. */
  templates: Readonly<Partial<Record<MailKind, string>>>
  apiBase: string
}

const PER_SECOND = 1
const TIMEOUT_MS = 10_000

/** Sends mail through the REST API of EmailJS, which fills in a template of the account. */
export class EmailjsMailer implements Mailer {
  readonly connection: Connection
  /** Limits a round of the outbox to a few seconds, so that refunds do not wait behind mails. */
  readonly maxConcurrent = 5
  /** A template of EmailJS has no headers of its own. */
  readonly dropsHeaders = true
  readonly #settings: EmailjsSettings
  readonly #parts: MailServiceParts
  readonly #pace: RequestPace
  readonly #timeoutMs: number

  constructor(settings: EmailjsSettings, parts: MailServiceParts, { timeoutMs = TIMEOUT_MS } = {}) {
    this.#settings = settings
    this.#parts = parts
    this.#pace = parts.paceOf(`emailjs:${settings.publicKey}`, PER_SECOND)
    this.#timeoutMs = timeoutMs
    this.connection = {
      need: 'mail',
      supplier: 'EmailJS',
      usedFor: 'all email of the shop',
      test: async ({ email }) => {
        await this.send(testMail(email))
        return `EmailJS accepted a test email to ${email}.`
      },
    }
  }

  async send(mail: Mail): Promise<void> {
    const { report, from } = this.#parts
    const { apiBase, serviceId, publicKey, privateKey, templates, defaultTemplate } = this.#settings
    await this.#pace.turn().catch((error: unknown) => {
      throw queueFailure(error)
    })
    try {
      const answer = await callSupplier({
        supplier: 'EmailJS',
        url: `${apiBase}/api/v1.0/email/send`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          user_id: publicKey,
          accessToken: privateKey,
          service_id: serviceId,
          template_id: (mail.kind && templates[mail.kind]) ?? defaultTemplate,
          template_params: templateParams(mail, from),
        }),
        timeoutMs: this.#timeoutMs,
        secrets: [privateKey],
      })
      if (answer.text.trim() !== 'OK') throw notUnderstood()
    } catch (error) {
      const failure = emailjsFailure(error)
      if (failure.concerns === 'service') report.failed(failure.message)
      else report.worked()
      throw failure
    }
    report.worked()
  }

  /** Does nothing: the shop keeps no copies. */
  async deleteCopies(): Promise<void> {}

  async close(): Promise<void> {}
}

/** For a 200 that is not from EmailJS, such as the sign-in page of a network. */
function notUnderstood(): SupplierError {
  return new SupplierError('EmailJS gave an answer that the shop does not understand.', {
    supplier: 'EmailJS',
    kind: 'unreadable',
  })
}

/**
 * The parameters of a template at EmailJS: the mail as the shop wrote it, under the names in EmailJS's examples, and
 * the fields that spec 7 names for its kind (`fields`), which take precedence.
 */
function templateParams(
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
