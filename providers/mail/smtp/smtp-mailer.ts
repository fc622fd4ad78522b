import type { Transporter } from 'nodemailer'
import type { Connection } from '#providers/connection.ts'
import { composeMail } from '#providers/mail/compose-mail.ts'
import type { MailServiceParts } from '#providers/mail/mail-service-adapter.ts'
import type { Mail, Mailer } from '#providers/mail/mailer.ts'
import { testMail } from '#providers/mail/test-mail.ts'
import { smtpFailure } from './smtp-failure.ts'
import type { SmtpServer } from './smtp-server-address.ts'

/** A mail server, and the key that mails are signed with. */
export interface SmtpSettings extends SmtpServer {
  dkim: { domain: string; selector: string; privateKey: string } | null
}

/** How long to wait for the server, in milliseconds. */
export interface SmtpTimeouts {
  /** For the connection with its greeting. */
  connectMs: number
  /** For any answer. */
  answerMs: number
  /** For the whole mail: shorter than the lease of an outbox task, so that no other process sends it too. */
  mailMs: number
}

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, answerMs: 30_000, mailMs: 45_000 }
const MAX_CONNECTIONS = 5
const MAILS_PER_CONNECTION = 100
/** RFC 8058 requires a signature over both headers; nodemailer signs only the first by default. */
const SIGNED = [
  'From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

/** Sends mail over SMTP, through a few connections that are kept open. */
export class SmtpMailer implements Mailer {
  readonly connection: Connection
  readonly #settings: SmtpSettings
  readonly #parts: Omit<MailServiceParts, 'paceOf'>
  readonly #timeouts: SmtpTimeouts
  #transport: Promise<Transporter> | undefined

  constructor(
    settings: SmtpSettings,
    parts: Omit<MailServiceParts, 'paceOf'>,
    timeouts: SmtpTimeouts = TIMEOUTS,
  ) {
    this.#settings = settings
    this.#parts = parts
    this.#timeouts = timeouts
    this.connection = {
      need: 'mail',
      supplier: 'SMTP',
      usedFor: 'all email of the shop',
      test: async ({ email }) => {
        const answer = await this.#deliver(testMail(email))
        return `${settings.host} accepted a test email to ${email}: ${answer}`
      },
    }
  }

  async send(mail: Mail): Promise<void> {
    await this.#deliver(mail)
  }

  /** Does nothing: the shop keeps no copies. */
  async deleteCopies(): Promise<void> {}

  async close(): Promise<void> {
    const transport = await this.#transport
    transport?.close()
  }

  async #deliver(mail: Mail): Promise<string> {
    const { report, ...sender } = this.#parts
    this.#transport ??= this.#open()
    const transport = await this.#transport
    try {
      const { response } = (await transport.sendMail({
        ...composeMail(mail, sender),
        signal: AbortSignal.timeout(this.#timeouts.mailMs),
      } as Parameters<Transporter['sendMail']>[0])) as { response: string }
      report.worked()
      return response
    } catch (error) {
      const failure = smtpFailure(error, this.#settings)
      if (failure.concerns === 'service') report.failed(failure.message)
      else report.worked()
      throw failure
    }
  }

  /** nodemailer is loaded with the first mail, to save memory before that. */
  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const { host, port, security, login, dkim } = this.#settings
    const { connectMs, answerMs } = this.#timeouts
    const transport = createTransport({
      host,
      port,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      maxMessages: MAILS_PER_CONNECTION,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      opportunisticTLS: security === 'local',
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: security !== 'local' },
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: answerMs,
      ...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
      ...(dkim && {
        dkim: {
          domainName: dkim.domain,
          keySelector: dkim.selector,
          privateKey: dkim.privateKey,
          headerFieldNames: SIGNED,
        },
      }),
    } as Parameters<typeof createTransport>[0])
    transport.on('error', () => {}) // each mail gets its own error
    return transport
  }
}
