import { createPrivateKey } from 'node:crypto'
import * as v from 'valibot'
import type { ChosenMailService, MailServiceAdapter } from '#providers/mail/mail-service-adapter.ts'
import { allOrNone, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { SmtpMailer } from './smtp-mailer.ts'
import { parseSmtpUrl, securityFor, type SmtpServer } from './smtp-server-address.ts'

const PORT = 'must be a port from 1 to 65535'

const VARIABLES = {
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => parseSmtpUrl(text) !== null,
        'must be an address such as smtps://user:password@mail.example:465',
      ),
    ),
  ),
  SMTP_HOST: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be the name of a mail server'))),
  SMTP_PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, PORT),
      v.check((text) => Number(text) >= 1 && Number(text) <= 65_535, PORT),
    ),
  ),
  SMTP_USER: v.optional(v.string()),
  SMTP_PASSWORD: v.optional(v.string()),
  DKIM_DOMAIN: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain, such as shop.example')),
  ),
  DKIM_SELECTOR: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]+(\.[\w-]+)*$/, 'must be a DKIM selector, such as shop2026')),
  ),
  DKIM_PRIVATE_KEY: v.optional(
    v.pipe(
      v.string(),
      v.check(isPrivateKey, 'must be a private key in PEM, with \\n in place of its line breaks'),
    ),
  ),
}

const SINGLE = ['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD'] as const
const DKIM = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const

/** A mail server over SMTP, which the settings can choose. */
export const SMTP: MailServiceAdapter = {
  name: 'smtp',
  label: 'SMTP',
  variables: VARIABLES,
  choose,
  setUp: {
    hint: 'From your email provider, with a login for sending. It must allow the sender of the shop.',
    fields: [
      { name: 'SMTP_HOST', label: 'Server', hint: 'Such as mail.example.com' },
      { name: 'SMTP_PORT', label: 'Port', hint: '465 or 587; empty: 587.', isOptional: true },
      { name: 'SMTP_USER', label: 'User', isOptional: true },
      { name: 'SMTP_PASSWORD', label: 'Password of the server', isSecret: true, isOptional: true },
    ],
  },
}

function choose(env: FilledVariables): ChosenMailService | SettingsFault | null {
  const server = serverOf(env)
  const dkim = allOrNone(env, DKIM)
  if (dkim !== null && 'fault' in dkim) return dkim
  if (server === null && dkim !== null) return { fault: 'SMTP_URL must be set when DKIM_DOMAIN is.' }
  if (server === null || 'fault' in server) return server
  const settings = {
    ...server,
    dkim: dkim && {
      domain: dkim.DKIM_DOMAIN,
      selector: dkim.DKIM_SELECTOR,
      privateKey: pemOf(dkim.DKIM_PRIVATE_KEY),
    },
  }
  const { name, label } = SMTP
  return { name, label, settings, open: (parts) => new SmtpMailer(settings, parts) }
}

/** The server of `SMTP_URL`, or of the separate settings. */
function serverOf(env: FilledVariables): SmtpServer | SettingsFault | null {
  const { SMTP_URL: url, SMTP_HOST: host, SMTP_PORT: port, SMTP_USER: user, SMTP_PASSWORD: password } = env
  const single = SINGLE.find((name) => env[name] !== undefined)
  if (url !== undefined) {
    return single === undefined
      ? parseSmtpUrl(url)
      : { fault: `SMTP_URL and ${single} are both set: choose one.` }
  }
  if (single === undefined) return null
  if (host === undefined) return { fault: `SMTP_HOST must be set when ${single} is.` }
  const login = allOrNone(env, ['SMTP_USER', 'SMTP_PASSWORD'])
  if (login !== null && 'fault' in login) return login
  const number = Number(port ?? 587)
  return {
    host,
    port: number,
    security: securityFor(host, number === 465),
    login: user === undefined || password === undefined ? null : { user, password },
  }
}

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(pemOf(text)).type === 'private'
  } catch {
    return false
  }
}

function pemOf(text: string): string {
  return text.replaceAll('\\n', '\n')
}
