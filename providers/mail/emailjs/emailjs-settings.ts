import * as v from 'valibot'
import type { MailKind } from '#domain/outbox/task-kinds.ts'
import type { ChosenMailService, MailServiceAdapter } from '#providers/mail/mail-service-adapter.ts'
import { allOrNone, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { supplierAddress } from '#providers/supplier-address.ts'
import { EmailjsMailer, type EmailjsSettings } from './emailjs-mailer.ts'

/** The mails that may have their own template. All others use the default one. */
const OWN_TEMPLATES = [
  'contact-message',
  'order-notification',
  'order-confirmation',
  'order-fulfilled',
  'order-cancelled',
  'order-refunded',
  'refund-notice',
  'newsletter-confirm',
  'password-reset',
] as const satisfies readonly MailKind[]

const text = v.optional(v.pipe(v.string(), v.regex(/^\S+$/, 'must be an id without spaces')))

const VARIABLES = {
  EMAILJS_SERVICE_ID: text,
  EMAILJS_PUBLIC_KEY: text,
  EMAILJS_PRIVATE_KEY: text,
  EMAILJS_TEMPLATE_DEFAULT: text,
  ...Object.fromEntries(OWN_TEMPLATES.map((kind) => [variableOf(kind), text])),
  EMAILJS_API_BASE: v.optional(supplierAddress),
}

const REQUIRED = [
  'EMAILJS_SERVICE_ID',
  'EMAILJS_PUBLIC_KEY',
  'EMAILJS_PRIVATE_KEY',
  'EMAILJS_TEMPLATE_DEFAULT',
] as const

/** EmailJS, called from the server, as a mail service that the settings can choose. */
export const EMAILJS: MailServiceAdapter = {
  name: 'emailjs',
  label: 'EmailJS',
  variables: VARIABLES,
  choose,
  setUp: {
    hint: 'In EmailJS’s dashboard: the service, a template for every email, and the keys of the account.',
    fields: [
      { name: 'EMAILJS_SERVICE_ID', label: 'Service ID' },
      { name: 'EMAILJS_TEMPLATE_DEFAULT', label: 'Template ID' },
      { name: 'EMAILJS_PUBLIC_KEY', label: 'Public key' },
      { name: 'EMAILJS_PRIVATE_KEY', label: 'Private key', isSecret: true },
    ],
  },
}

function choose(env: FilledVariables): ChosenMailService | SettingsFault | null {
  const group = allOrNone(env, REQUIRED)
  if (group !== null && 'fault' in group) return group
  if (group === null) {
    const own = OWN_TEMPLATES.map(variableOf).find((name) => env[name] !== undefined)
    return own === undefined ? null : { fault: `EMAILJS_SERVICE_ID must be set when ${own} is.` }
  }
  const settings: EmailjsSettings = {
    serviceId: group.EMAILJS_SERVICE_ID,
    publicKey: group.EMAILJS_PUBLIC_KEY,
    privateKey: group.EMAILJS_PRIVATE_KEY,
    defaultTemplate: group.EMAILJS_TEMPLATE_DEFAULT,
    templates: Object.fromEntries(
      OWN_TEMPLATES.flatMap((kind) => {
        const template = env[variableOf(kind)]
        return template === undefined ? [] : [[kind, template]]
      }),
    ),
    apiBase: env['EMAILJS_API_BASE'] ?? 'https://api.emailjs.com',
  }
  const { name, label } = EMAILJS
  return { name, label, settings, open: (parts) => new EmailjsMailer(settings, parts) }
}

/** `EMAILJS_TEMPLATE_ORDER_CONFIRMATION` */
function variableOf(kind: MailKind): string {
  return `EMAILJS_TEMPLATE_${kind.toUpperCase().replaceAll('-', '_')}`
}
