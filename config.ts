import { resolve } from 'node:path'
import * as v from 'valibot'
import type { ContactDetails } from '#operations/shop.ts'
import type { StripeSettings } from '#providers/payments/stripe/stripe-gateway.ts'

/** The settings of one shop, read once from the environment and described in .env.example. */
export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** Null: the built-in test gateway, which moves no money. */
  stripe: StripeSettings | null
  demo: boolean
  admin: { email: string; password: string | null }
  ownerEmail: string
  mailFrom: string
  contact: ContactDetails
  holdMinutes: number
  /** Limits on held stock: per product for one unpaid order, and in total for the unpaid orders of one network. */
  holdUnits: number
  holdPercent: number
  holdNetworkUnits: number
  timeZone: string
  /** How many proxies in front of the shop append to X-Forwarded-For. */
  trustedProxies: number
}

/** An invalid or incomplete setting. The message is one sentence that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${least} to ${most}`),
    v.transform(Number),
    v.minValue(least, `must be a whole number from ${least} to ${most}`),
    v.maxValue(most, `must be a whole number from ${least} to ${most}`),
  )

const webAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
)

/** An address that receives secrets: https, unless it is on this machine. */
const supplierAddress = v.pipe(
  webAddress,
  v.check(
    (text) =>
      text.startsWith('https:') || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(text).hostname),
    'must be an https address, or one of this machine',
  ),
)

const emailAddress = v.pipe(v.string(), v.email('must be an e-mail address'))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

const environmentSchema = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')),
  ),
  PUBLIC_URL: v.optional(webAddress),
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[rs]k_(test|live)_\w+$/, 'must be a secret key of Stripe, such as sk_test_…'),
    ),
  ),
  STRIPE_PUBLISHABLE_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe, such as pk_test_…'),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^whsec_\w+$/, 'must be the signing secret of a webhook of Stripe, such as whsec_…'),
    ),
  ),
  STRIPE_API_BASE: v.optional(supplierAddress),
  ADMIN_EMAIL: v.optional(emailAddress, 'owner@redemption.example'),
  ADMIN_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(8, 'must have at least 8 characters'))),
  DEMO: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  OWNER_EMAIL: v.optional(emailAddress),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.includes('@', 'must be an e-mail address, with or without a name')),
  ),
  CONTACT_EMAIL: v.optional(emailAddress, 'hello@redemption.example'),
  CONTACT_PHONE: v.optional(
    v.pipe(v.string(), v.regex(/^\+?[\d ().-]*\d[\d ().-]*$/, 'must be a phone number')),
    '+1 306 555 0100',
  ),
  SOCIAL_INSTAGRAM: v.optional(webAddress, 'https://www.instagram.com'),
  SOCIAL_TIKTOK: v.optional(webAddress, 'https://www.tiktok.com'),
  SOCIAL_X: v.optional(webAddress, 'https://x.com'),
  SHOP_TIME_ZONE: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, 'must be the name of a time zone, such as America/Regina')),
    'America/Regina',
  ),
  HOLD_MINUTES: v.optional(wholeNumber(1, 1_440), '15'),
  HOLD_UNITS: v.optional(wholeNumber(1, 9_999), '10'),
  HOLD_PERCENT: v.optional(wholeNumber(0, 100), '25'),
  HOLD_NETWORK_UNITS: v.optional(wholeNumber(10, 1_000_000), '400'),
  TRUSTED_PROXIES: v.optional(wholeNumber(0, 10), '0'),
})

/** Reads the settings. Blank variables count as unset. Throws ConfigError for the first invalid one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const result = v.safeParse(environmentSchema, filled)
  if (!result.success) {
    const [issue] = result.issues
    throw new ConfigError(`${v.getDotPath(issue)} ${issue.message}.`)
  }
  const env = result.output
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl:
      env.PUBLIC_URL ??
      `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${env.PORT}`,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    stripe: stripeSettings(env),
    demo: env.DEMO === 'on',
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD ?? null },
    ownerEmail: env.OWNER_EMAIL ?? env.ADMIN_EMAIL,
    mailFrom: env.MAIL_FROM ?? `Redemption <${env.ADMIN_EMAIL}>`,
    contact: {
      email: env.CONTACT_EMAIL,
      phone: env.CONTACT_PHONE,
      social: [
        { label: 'Instagram', href: env.SOCIAL_INSTAGRAM },
        { label: 'TikTok', href: env.SOCIAL_TIKTOK },
        { label: 'X', href: env.SOCIAL_X },
      ],
    },
    holdMinutes: env.HOLD_MINUTES,
    holdUnits: env.HOLD_UNITS,
    holdPercent: env.HOLD_PERCENT,
    holdNetworkUnits: env.HOLD_NETWORK_UNITS,
    timeZone: env.SHOP_TIME_ZONE,
    trustedProxies: env.TRUSTED_PROXIES,
  }
}

const STRIPE_NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/**
 * All three keys or none, all of one mode: with only some of them the shop would take payments without being notified.
 */
function stripeSettings(env: v.InferOutput<typeof environmentSchema>): StripeSettings | null {
  const [secretKey, publishableKey, webhookSecret] = STRIPE_NAMES.map((name) => env[name])
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) {
    const missing = STRIPE_NAMES.find((name) => env[name] === undefined)
    const given = STRIPE_NAMES.find((name) => env[name] !== undefined)
    if (given !== undefined) throw new ConfigError(`${missing} must be set when ${given} is.`)
    return null
  }
  if (secretKey.includes('_live_') !== publishableKey.includes('_live_')) {
    throw new ConfigError(
      'STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live, as STRIPE_SECRET_KEY.',
    )
  }
  return { secretKey, publishableKey, webhookSecret, apiBase: env.STRIPE_API_BASE ?? null }
}
