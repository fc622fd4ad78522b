import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import {
  DEFAULT_CARRIER_COLUMNS,
  parseCarrierColumns,
  type CarrierColumn,
  type CarrierColumns,
} from '#domain/packing/carrier-columns.ts'
import { nearestName } from '#domain/nearest-name.ts'
import { isTimeZone, TIME_ZONE } from '#domain/settings/time-zone.ts'
import type { ChosenMailService } from '#providers/mail/mail-service-adapter.ts'
import { chooseMailService, MAIL_SERVICES, MAIL_VARIABLES } from '#providers/mail/mail-services.ts'
import type { ChosenLocation } from '#providers/geolocation/location-adapter.ts'
import { chooseLocation, LOCATION_VARIABLES } from '#providers/geolocation/location-services.ts'
import type { ChosenIdentity } from '#providers/identity/identity-adapter.ts'
import { chooseIdentity, IDENTITY_VARIABLES } from '#providers/identity/staff-identities.ts'
import type { ChosenGateway } from '#providers/payments/gateway-adapter.ts'
import type { ChosenSource } from '#providers/content/content-adapter.ts'
import { chooseSource, SOURCE_VARIABLES } from '#providers/content/content-sources.ts'
import { chooseGateway, GATEWAY_VARIABLES, PAYMENT_GATEWAYS } from '#providers/payments/payment-gateways.ts'
import { chooseRates, RATE_SERVICES, RATES_VARIABLES } from '#providers/rates/rate-services.ts'
import type { ChosenRates } from '#providers/rates/rates-adapter.ts'
import type { SetUpSupplier } from '#providers/connection.ts'
import type {
  choiceOf,
  ChosenSupplier,
  FilledVariables,
  SettingsFault,
  SupplierAdapter,
  SupplierVariables,
} from '#providers/supplier-adapter.ts'
import type { ChosenImages } from '#providers/images/image-store-adapter.ts'
import { chooseImages, IMAGE_STORE_VARIABLES, IMAGE_STORES } from '#providers/images/image-stores.ts'
import { BACKUP_VARIABLES, chooseBackups, type BackupSettings } from '#providers/backups/backup-settings.ts'
import { LOG_FORMATS, type LogFormat } from '#web/http/console-log.ts'
import { parseTracker, type ErrorTracker } from '#web/http/monitoring/error-tracker.ts'
import { parseUpdateKey, type UpdateSource } from '#providers/updates/signed-versions.ts'
import { parseSecretKeys, type SecretKeys } from '#providers/connection-secrets.ts'
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
  /** Null: the table that came with the shop. */
  rates: ChosenRates | null
  /** Null: mails are written as files. */
  mail: ChosenMailService | null
  /** Null: files of the data folder. */
  pictures: ChosenImages | null
  /** Null: products are edited in the staff area only. */
  source: ChosenSource | null
  /** How often the source is looked at. */
  syncSeconds: number
  /** Null: the table that came with the shop. */
  location: ChosenLocation | null
  /** Null: the shop keeps the accounts of staff itself. */
  identity: ChosenIdentity | null
  backups: BackupSettings
  demo: boolean
  admin: { email: string; password: string | null }
  ownerEmail: string
  mailFrom: string
  holdMinutes: number
  reminderHoldMinutes: number
  /** Limits on held stock: per product for one unpaid order, and in total for the unpaid orders of one network. */
  holdUnits: number
  holdPercent: number
  holdNetworkUnits: number
  webhooksToInner: boolean
  timeZone: string
  /** The columns of the carrier files. */
  carrierColumns: CarrierColumns
  /** How what owners enter of suppliers chooses them, where no variable does. */
  setUp: {
    payments: SetUpChoice<ChosenGateway>
    mail: SetUpChoice<ChosenMailService>
    rates: SetUpChoice<ChosenRates>
  }
  /** The keys that encrypt it; null: those in the data folder. */
  connectionKeys: SecretKeys | null
  /** The variables that win over what owners set in the staff area, by name: only those that are set. */
  variables: Readonly<Record<string, string>>
  /** What the log leaves out; what owners entered is added. */
  secrets: string[]
  /** How many proxies in front of the shop append to X-Forwarded-For. */
  trustedProxies: number
  /** How log lines are written. */
  logFormat: LogFormat
  /** The token that opens /metrics; null: only programs on this machine may read it. */
  metricsToken: string | null
  /** Null: errors are only in the log. */
  errorsTo: ErrorTracker | null
  /** Null: nobody is asked for newer versions. */
  updates: UpdateSource | null
}

/** The variables that choose a supplier of a need, and what an owner's values would choose. Throws ConfigError. */
interface SetUpChoice<Chosen> {
  suppliers: readonly SetUpSupplier[]
  variables: readonly string[]
  choose(values: FilledVariables): Chosen | null
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

const emailAddress = v.pipe(v.string(), v.email('must be an email address'))

const carrierColumns = v.pipe(
  v.string(),
  v.transform(parseCarrierColumns),
  v.custom<CarrierColumn[]>(
    (columns) => columns !== null,
    'must be columns separated by commas, each a heading and a field, such as Reference=order',
  ),
)

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
    v.pipe(v.string(), v.includes('@', 'must be an email address, with or without a name')),
  ),
  CONTACT_EMAIL: v.optional(emailAddress),
  CONTACT_PHONE: v.optional(
    v.pipe(v.string(), v.regex(/^\+?[\d ().-]*\d[\d ().-]*$/, 'must be a phone number')),
  ),
  SOCIAL_INSTAGRAM: v.optional(webAddress),
  SOCIAL_TIKTOK: v.optional(webAddress),
  SOCIAL_X: v.optional(webAddress),
  SHOP_TIME_ZONE: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, 'must be the name of a time zone, such as America/Regina')),
    TIME_ZONE.fallback.timeZone,
  ),
  CARRIER_COLUMNS_CANADA_POST: v.optional(carrierColumns, DEFAULT_CARRIER_COLUMNS['canada-post']),
  CARRIER_COLUMNS_GENERIC: v.optional(carrierColumns, DEFAULT_CARRIER_COLUMNS.generic),
  HOLD_MINUTES: v.optional(wholeNumber(1, 1_440), '15'),
  REMINDER_HOLD_MINUTES: v.optional(wholeNumber(0, 1_440), '15'),
  HOLD_UNITS: v.optional(wholeNumber(1, 9_999), '10'),
  HOLD_PERCENT: v.optional(wholeNumber(0, 100), '25'),
  WEBHOOKS_TO_INNER: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  HOLD_NETWORK_UNITS: v.optional(wholeNumber(10, 1_000_000), '400'),
  TRUSTED_PROXIES: v.optional(wholeNumber(0, 10), '0'),
  LOG_FORMAT: v.optional(v.picklist(LOG_FORMATS, 'must be text or json'), 'text'),
  CONNECTIONS_KEY: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => parseSecretKeys(text) !== null,
        'must be 32 random bytes as base64, as openssl rand -base64 32 makes them',
      ),
    ),
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, and no spaces')),
  ),
  ERRORS_TO: v.optional(
    v.pipe(
      v.string(),
      v.check((dsn) => parseTracker(dsn) !== null, 'must be an address such as https://KEY@errors.example/7'),
    ),
  ),
  UPDATES_FROM: v.optional(webAddress),
  UPDATES_PUBLIC_KEY: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => parseUpdateKey(text) !== null,
        'must be an ed25519 public key: its DER form as base64',
      ),
    ),
  ),
  CATALOGUE_SYNC_SECONDS: v.optional(wholeNumber(5, 3_600), '50'),
  // Node reads it when it starts; the file .env comes later (env-file.js).
  NODE_EXTRA_CA_CERTS: v.optional(
    v.pipe(v.string(), v.check(hasCertificates, 'must be a file with certificates in PEM')),
  ),
})

function hasCertificates(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----')
  } catch {
    return false
  }
}

/** Owners can set these in the staff area too, where the environment does not. */
const OWNERS_TOO = [
  'MAIL_FROM',
  'CONTACT_EMAIL',
  'CONTACT_PHONE',
  'SOCIAL_INSTAGRAM',
  'SOCIAL_TIKTOK',
  'SOCIAL_X',
  'SHOP_TIME_ZONE',
] as const

/** The names of all variables that the shop reads. */
export const SETTING_NAMES: readonly string[] = Object.keys({
  ...environmentSchema.entries,
  ...GATEWAY_VARIABLES,
  ...RATES_VARIABLES,
  ...MAIL_VARIABLES,
  ...IMAGE_STORE_VARIABLES,
  ...SOURCE_VARIABLES,
  ...LOCATION_VARIABLES,
  ...IDENTITY_VARIABLES,
  ...BACKUP_VARIABLES,
})

type Environment = Record<string, string | undefined>

/** A sentence for each variable that was probably meant to be a setting. */
export function misspeltSettings(environment: Environment): string[] {
  const unknown = Object.keys(filledOf(environment)).filter((name) => !SETTING_NAMES.includes(name))
  return unknown.flatMap((name) => {
    const meant = nearestName(name.toUpperCase(), SETTING_NAMES)
    return meant === null ? [] : [`${name} is not a setting of the shop: did you mean ${meant}?`]
  })
}

/** For what concerns the process and not the shop: who started it, and what its successor inherits. */
export const processEnvironment: NodeJS.ProcessEnv = process.env

/** A shorter value, such as the word `open` for a key, is no secret and may be part of any sentence. */
const MIN_SECRET_LENGTH = 6

/** Whether a setting is a secret, or an address that may hold a password. */
export function isSecret(name: string): boolean {
  return /_(KEY|KEY_ID|SECRET|TOKEN|PASSWORD)$/.test(name) && !/_(PUBLIC|PUBLISHABLE)_KEY$/.test(name)
}

/** The secrets among these variables, and the passwords in addresses. */
function secretsIn(environment: Environment): string[] {
  const values = SETTING_NAMES.flatMap((name) => {
    const value = environment[name]?.trim() ?? ''
    if (isSecret(name)) return [value]
    if (!URL.canParse(value)) return []
    const { password, search } = new URL(value)
    const inQuery = [...search.matchAll(/[?&](?:ssl)?password=([^&]*)/g)].map(([, text = '']) => text)
    return [password, ...inQuery].flatMap((text) => [text, decoded(text)])
  })
  return [...new Set(values)].filter((value) => value.length >= MIN_SECRET_LENGTH)
}

/** A password may contain a bare percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads the settings. Blank variables count as unset. Throws ConfigError for the first invalid one. */
export function readConfig(environment: Environment): Config {
  const filled = filledOf(environment)
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
    gateway: chosen(filled, GATEWAY_VARIABLES, chooseGateway),
    rates: chosen(filled, RATES_VARIABLES, chooseRates),
    mail: chosen(filled, MAIL_VARIABLES, chooseMailService),
    pictures: chosen(filled, IMAGE_STORE_VARIABLES, chooseImages),
    source: chosen(filled, SOURCE_VARIABLES, chooseSource),
    syncSeconds: env.CATALOGUE_SYNC_SECONDS,
    location: chosen(filled, LOCATION_VARIABLES, chooseLocation),
    identity: identityOf(filled, publicUrl),
    setUp: {
      payments: setUpChoice(filled, PAYMENT_GATEWAYS, {
        variables: GATEWAY_VARIABLES,
        choose: chooseGateway,
      }),
      mail: setUpChoice(filled, MAIL_SERVICES, { variables: MAIL_VARIABLES, choose: chooseMailService }),
      rates: setUpChoice(filled, RATE_SERVICES, { variables: RATES_VARIABLES, choose: chooseRates }),
    },
    connectionKeys: env.CONNECTIONS_KEY === undefined ? null : parseSecretKeys(env.CONNECTIONS_KEY),
    backups: backupsOf(filled),
    demo: env.DEMO === 'on',
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD ?? null },
    ownerEmail: env.OWNER_EMAIL ?? env.ADMIN_EMAIL,
    mailFrom: env.MAIL_FROM ?? `Redemption <${env.ADMIN_EMAIL}>`,
    holdMinutes: env.HOLD_MINUTES,
    reminderHoldMinutes: env.REMINDER_HOLD_MINUTES,
    holdUnits: env.HOLD_UNITS,
    holdPercent: env.HOLD_PERCENT,
    holdNetworkUnits: env.HOLD_NETWORK_UNITS,
    webhooksToInner: env.WEBHOOKS_TO_INNER === 'on',
    timeZone: env.SHOP_TIME_ZONE,
    carrierColumns: {
      'canada-post': env.CARRIER_COLUMNS_CANADA_POST,
      generic: env.CARRIER_COLUMNS_GENERIC,
    },
    variables: Object.fromEntries(
      OWNERS_TOO.flatMap((name) => (filled[name] === undefined ? [] : [[name, String(env[name])]])),
    ),
    trustedProxies: env.TRUSTED_PROXIES,
    logFormat: env.LOG_FORMAT,
    metricsToken: env.METRICS_TOKEN ?? null,
    errorsTo: env.ERRORS_TO === undefined ? null : parseTracker(env.ERRORS_TO),
    updates: updatesOf(env.UPDATES_FROM, env.UPDATES_PUBLIC_KEY),
    secrets: secretsIn(filled),
  }
}

function updatesOf(address: string | undefined, keyText: string | undefined): UpdateSource | null {
  const key = keyText === undefined ? null : parseUpdateKey(keyText)
  if (address !== undefined && key !== null) return { address, key }
  if (address !== undefined) throw new ConfigError('UPDATES_FROM also needs UPDATES_PUBLIC_KEY.')
  if (key !== null) throw new ConfigError('UPDATES_PUBLIC_KEY also needs UPDATES_FROM.')
  return null
}

/** Every picture store by its name, for moving pictures between two of them; null for one without settings. */
export function readImageStores(environment: Environment): Map<string, ChosenImages | null> {
  const filled = filledOf(environment)
  return new Map(
    IMAGE_STORES.map((adapter) => [adapter.name, chosen(filled, IMAGE_STORE_VARIABLES, adapter.choose)]),
  )
}

function filledOf(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
}

/** The supplier of a need that the settings choose; null when they choose none. */
function chosen<Chosen extends object>(
  filled: FilledVariables,
  variables: SupplierVariables,
  choose: (env: FilledVariables) => Chosen | SettingsFault | null,
): Chosen | null {
  const supplier = choose(parse(v.object(variables), filled))
  if (supplier !== null && 'fault' in supplier) throw new ConfigError(supplier.fault)
  return supplier
}

/** The address of a supplier's API, for tests, is the server's also for what owners enter. */
function setUpChoice<Chosen extends ChosenSupplier>(
  filled: FilledVariables,
  adapters: readonly SupplierAdapter<Chosen>[],
  { variables, choose }: ReturnType<typeof choiceOf<Chosen>>,
): SetUpChoice<Chosen> {
  const set = Object.entries(filled).filter(([name]) => name in variables)
  const bases = Object.fromEntries(set.filter(([name]) => name.endsWith('_API_BASE')))
  return {
    suppliers: adapters.flatMap(({ name, label, setUp }) => (setUp ? [{ name, label, ...setUp }] : [])),
    variables: set.map(([name]) => name).filter((name) => !(name in bases)),
    choose: (values) => chosen({ ...bases, ...values }, variables, choose),
  }
}

function backupsOf(filled: FilledVariables): BackupSettings {
  const pictures = parse(v.object(IMAGE_STORE_VARIABLES), filled)
  const settings = chooseBackups(parse(v.object(BACKUP_VARIABLES), filled), pictures)
  if ('fault' in settings) throw new ConfigError(settings.fault)
  return settings
}

function identityOf(filled: FilledVariables, publicUrl: string): ChosenIdentity | null {
  const identity = chosen(filled, IDENTITY_VARIABLES, chooseIdentity)
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
