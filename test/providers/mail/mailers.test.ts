import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, describe } from 'vitest'
import { EmailjsMailer } from '#providers/mail/emailjs/emailjs-mailer.ts'
import { mailerContract, type MailerUnderTest, type ReceivedMail } from '#providers/mail/mailer.contract.ts'
import { OutboxMailer } from '#providers/mail/outbox-mailer.ts'
import { SmtpMailer } from '#providers/mail/smtp/smtp-mailer.ts'
import { startEmailjsServer } from '#test/fakes/emailjs-server.ts'
import { startSmtpFake } from '#test/fakes/smtp-fake.ts'
import { EMAILJS_SETTINGS, MAIL_PARTS, smtpSettings } from '#test/support/mail/mail-parts.ts'

describe.each([
  ['files', openFiles],
  ['SMTP', openSmtp],
  ['EmailJS', openEmailjs],
])('%s', (_name, open) => {
  let trial: MailerUnderTest & { close(): Promise<void> }
  beforeEach(async () => {
    trial = await open()
  })
  afterEach(async () => {
    await trial.mailer.close()
    await trial.close()
  })
  mailerContract(() => trial)
})

function readEmail({
  messageId = '',
  to = [],
  subject = '',
  text = '',
  html = '',
  replyTo,
}: Email): ReceivedMail {
  const [address] = replyTo ?? []
  return {
    id: messageId,
    to: to.map((one) => one.address).join(),
    subject,
    text,
    html,
    replyTo: address?.address,
  }
}

async function openFiles() {
  const parent = mkdtempSync(join(tmpdir(), 'redemption-mailers-'))
  const folder = join(parent, 'outbox')
  const files = () => readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name))))
  return {
    mailer: new OutboxMailer({ folder, ...MAIL_PARTS }),
    received: async () => (await Promise.all(isFolder(folder) ? files() : [])).map(readEmail),
    cut: async () => writeFileSync(folder, 'a file where the folder should be'),
    mend: async () => rmSync(folder),
    close: async () => rmSync(parent, { recursive: true, force: true }),
  }
}

function isFolder(folder: string): boolean {
  try {
    readdirSync(folder)
    return true
  } catch {
    return false
  }
}

async function openSmtp() {
  const server = await startSmtpFake()
  return {
    mailer: new SmtpMailer(smtpSettings(server.port), MAIL_PARTS),
    received: async () => server.mails.map(({ parsed }) => readEmail(parsed)),
    cut: () => server.stop(),
    mend: () => server.start(),
    close: () => server.stop(),
  }
}

async function openEmailjs() {
  const server = await startEmailjsServer()
  return {
    mailer: new EmailjsMailer({ ...EMAILJS_SETTINGS, apiBase: server.url }, MAIL_PARTS),
    received: async () =>
      server.mails.map(({ params }): ReceivedMail => {
        const { mail_id = '', to_email = '', subject = '', text = '', html = '', reply_to } = params
        return { id: mail_id, to: to_email, subject, text, html, replyTo: reply_to }
      }),
    cut: () => server.disturb('refused'),
    mend: () => server.disturb(null),
    close: () => server.close(),
  }
}
