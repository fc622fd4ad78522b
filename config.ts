import { resolve } from 'node:path'
import * as v from 'valibot'
import type { ContactDetails } from '#operations/shop.ts'
import type { ChosenIdentity } from '#providers/identity/identity-adapter.ts'
import { chooseIdentity, IDENTITY_VARIABLES } from '#providers/identity/staff-identities.ts'
import type { ChosenGateway } from '#providers/payments/gateway-adapter.ts'
import { chooseGateway, GATEWAY_VARIABLES } from '#providers/payments/payment-gateways.ts'
import { webAddress } from '#providers/supplier-address.ts'

/** The settings of one shop, read once from the environment and described in .env.example. */
export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** Null: the built-in gateway, which moves no money. */
  gateway: ChosenGateway | null
  /** Null: the shop keeps the accounts of staff itself. */
  identity: ChosenIdentity | null
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

/** The names of all variables that the shop reads. */
export const SETTING_NAMES: readonly string[] = Object.keys({
  ...environmentSchema.entries,
  ...GATEWAY_VARIABLES,
  ...IDENTITY_VARIABLES,
})

/** Reads the settings. Blank variables count as unset. Throws ConfigError for the first invalid one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const env = parse(environmentSchema, filled)
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
  const publicUrl =
    env.PUBLIC_URL ?? `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${env.PORT}`
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    gateway: gatewayOf(filled),
    identity: identityOf(filled, publicUrl),
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

function gatewayOf(filled: Record<string, string | undefined>): ChosenGateway | null {
  const gateway = chooseGateway(parse(v.object(GATEWAY_VARIABLES), filled))
  if (gateway !== null && 'fault' in gateway) throw new ConfigError(gateway.fault)
  return gateway
}

function identityOf(filled: Record<string, string | undefined>, publicUrl: string): ChosenIdentity | null {
  const identity = chooseIdentity(parse(v.object(IDENTITY_VARIABLES), filled))
  if (identity !== null && 'fault' in identity) throw new ConfigError(identity.fault)
  const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname)
  if (identity?.testVariable && !isOnThisMachine) {
    throw new ConfigError(`${identity.testVariable} must not be set when PUBLIC_URL is a public address.`)
  }
  return identity
}

function parse<T>(schema: v.GenericSchema<unknown, T>, filled: Record<string, string | undefined>): T {
  const result = v.safeParse(schema, filled)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ConfigError(`${v.getDotPath(issue)} ${issue.message}.`)
}
