import { ConfigError, type Config } from '#config'
import { readSetUps, type StoredSetUp } from './db/connections/stored-set-ups.ts'
import type { ShopDatabase } from './db/engine/open-database.ts'
import {
  SET_UP_NEEDS,
  type ChosenSetUp,
  type Log,
  type SetUpNeed,
  type SupplierSetUp,
} from '#operations/shop.ts'
import type { Connected, ConnectionReport, SetUpSupplier } from '#providers/connection.ts'
import { makeSecretKey, readSecretKeys, seal, unseal } from '#providers/connection-secrets.ts'
import { MailError } from '#providers/mail/mail-error.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** The suppliers that owners can choose too. */
export type Choices = Pick<Config, 'gateway' | 'mail' | 'rates'>

const CHOICE = { payments: 'gateway', mail: 'mail', rates: 'rates' } as const satisfies Record<
  SetUpNeed,
  keyof Choices
>

/** Suppliers that owners set up in the staff area: the environment wins, and secrets are encrypted. */
export function supplierSetUp(
  config: Config,
  open: { [Need in SetUpNeed]: (chosen: NonNullable<Choices[(typeof CHOICE)[Need]]>) => unknown },
): Omit<SupplierSetUp, 'takeUp'> {
  return {
    suppliers: (need) => config.setUp[need].suppliers,
    variables: (need) => (config[CHOICE[need]] === null ? [] : config.setUp[need].variables),
    choose(need, values) {
      try {
        const chosen = config.setUp[need].choose(values)
        if (chosen === null) return { fault: 'Nothing was entered.' }
        return {
          label: chosen.label,
          open: async () => (await open[need](chosen as never)) as Awaited<ReturnType<ChosenSetUp['open']>>,
        }
      } catch (error) {
        if (error instanceof ConfigError) return { fault: error.message }
        throw error
      }
    },
    seal(need, secrets) {
      const known = config.connectionKeys ?? readSecretKeys(config.dataDir)
      const keys = known?.length === 0 ? makeSecretKey(config.dataDir) : known
      return keys?.length ? seal(keys, need, JSON.stringify(secrets)) : null
    },
    unseal(need, sealed) {
      const keys = config.connectionKeys ?? readSecretKeys(config.dataDir) ?? []
      const text = unseal(keys, need, sealed)
      return text === null ? null : (JSON.parse(text) as Record<string, string>)
    },
  }
}

/** What owners have stored where no variable decides; `known`: each as a text, which differs once it has changed. */
export async function storedChoices(
  config: Config,
  { database, setUp, log }: { database: ShopDatabase; setUp: Pick<SupplierSetUp, 'unseal'>; log: Log },
): Promise<{ choices: Choices; known: ReadonlyMap<SetUpNeed, string> }> {
  const { gateway, mail, rates } = config
  const choices: Choices = { gateway, mail, rates }
  const known = new Map<SetUpNeed, string>()
  const stored = await readSetUps(database.db)
  for (const need of SET_UP_NEEDS) {
    const found = stored.get(need)
    if (found === undefined || config[CHOICE[need]] !== null) continue
    const secrets = setUp.unseal(need, found.sealed)
    known.set(need, `${secrets === null} ${JSON.stringify(found)}`)
    config.secrets.push(...Object.values(secrets ?? {}).filter((one) => !config.secrets.includes(one)))
    const chosen = config.setUp[need].choose({
      ...found.shown,
      ...(secrets ?? standIns(found, config.setUp[need].suppliers)),
    })
    if (chosen === null) continue
    Object.assign(choices, { [CHOICE[need]]: secrets === null ? lockedChoice(chosen, need, log) : chosen })
  }
  return { choices, known }
}

const LOCKED =
  'What was entered under Connections cannot be decrypted, because the key is missing or another one: put connections.key back into the data folder (or CONNECTIONS_KEY), or enter the keys again.'

/** In the place of secrets that cannot be read. Nothing is called with them. */
function standIns(
  { supplier, shown, ends }: StoredSetUp,
  suppliers: readonly SetUpSupplier[],
): Record<string, string> {
  const fields = suppliers.find(({ name }) => name === supplier)?.fields ?? []
  return Object.fromEntries(
    Object.keys(ends).map((of) => [of, fields.find(({ name }) => name === of)?.standIn?.(shown) ?? 'locked']),
  )
}

/**
 * A supplier whose keys cannot be read fails like one that is down: nothing built in takes its place, so that no live
 * shop takes test cards, and emails and refunds wait.
 */
function lockedChoice<Chosen extends { label: string; open: (parts: never) => unknown }>(
  { label, open, ...chosen }: Chosen,
  need: SetUpNeed,
  log: Log,
) {
  const details = { supplier: label, kind: 'unauthorized' } as const
  const fail = {
    payments: () => new GatewayError(LOCKED, true),
    mail: () => new MailError(LOCKED, { ...details, concerns: 'service', isAttempt: false }),
    rates: () => new SupplierError(LOCKED, details),
  }[need]
  return {
    ...chosen,
    label,
    async open(parts: ConnectionReport | { report: ConnectionReport }) {
      const report = 'report' in parts ? parts.report : parts
      report.failed(LOCKED)
      log.error(`${label} cannot be used`, new Error(LOCKED))
      const supplier = (await open(parts as never)) as Connected
      const test = () => Promise.reject(new SupplierError(LOCKED, details))
      return new Proxy(supplier, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (name === 'connection') return target.connection && { ...target.connection, test }
          if (typeof value !== 'function') return value
          if (name === 'close' || name === 'deleteCopies') return value.bind(target) as unknown
          return () => {
            throw fail()
          }
        },
      })
    },
  }
}
