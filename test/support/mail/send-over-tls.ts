import { SmtpMailer } from '#providers/mail/smtp/smtp-mailer.ts'
import type { SmtpSecurity } from '#providers/mail/smtp/smtp-server-address.ts'
import { A_MAIL, MAIL_PARTS, smtpSettings } from './mail-parts.ts'

/** Sends a mail in a separate process, whose NODE_EXTRA_CA_CERTS counts from its start: `smtp-mailer.test.ts`. */
const [port, security, user = '', password = ''] = process.argv.slice(2)
const settings = smtpSettings(Number(port), { security: security as SmtpSecurity, login: { user, password } })
const mailer = new SmtpMailer(settings, MAIL_PARTS)
await mailer.send(A_MAIL)
await mailer.close()
