import type { EmailjsSettings } from '#providers/mail/emailjs/emailjs-mailer.ts'
import type { MailServiceParts } from '#providers/mail/mail-service-adapter.ts'
import type { Mail } from '#providers/mail/mailer.ts'
import type { SmtpSettings } from '#providers/mail/smtp/smtp-mailer.ts'
import { EMAILJS_ACCOUNT } from '#test/fakes/emailjs-server.ts'

/** What the shop gives to a mail service, without a report or a limit. */
export const MAIL_PARTS: MailServiceParts = {
  from: 'Redemption <shop@shop.example>',
  publicUrl: 'https://wear.shop.example',
  now: () => Date.parse('2026-11-21T12:00:00Z'),
  report: { worked() {}, failed() {} },
  paceOf: () => ({ turn: async () => {}, pause: async () => {} }),
}

/** The account of the EmailJS fake. */
export const EMAILJS_SETTINGS: Omit<EmailjsSettings, 'apiBase'> = {
  serviceId: EMAILJS_ACCOUNT.serviceId,
  publicKey: EMAILJS_ACCOUNT.publicKey,
  privateKey: EMAILJS_ACCOUNT.privateKey,
  defaultTemplate: 'template_default',
  templates: { 'contact-message': 'template_contact', 'order-notification': 'template_order' },
}

/** A mail server on this machine. */
export function smtpSettings(port: number, changes: Partial<SmtpSettings> = {}): SmtpSettings {
  return { host: '127.0.0.1', port, security: 'local', login: null, dkim: null, ...changes }
}

/** A mail to a shopper. */
export const A_MAIL: Mail = {
  id: 'order-confirmation-1',
  kind: 'order-confirmation',
  to: { name: 'Ada', address: 'ada@shopper.example' },
  subject: 'Your Redemption order',
  text: 'Thanks for your order!\n',
  html: '<p>Thanks for your order!</p>',
}

/** A report that records its calls. */
export function recordedReport() {
  const told: string[] = []
  return {
    told,
    report: { worked: () => void told.push('worked'), failed: (words: string) => void told.push(words) },
  }
}
