import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError, readConfig, type Config } from '#config'
import { SupplierError } from './providers/supplier-error.ts'
import { classifyDatabaseFailure } from './db/engine/database-failure.ts'
import { PASSWORD_FAULTS } from './domain/staff/new-password.ts'
import { openShop, type OpenShop } from '#open-shop'
import { startBackgroundWork } from './operations/upkeep/background-work.ts'
import { createFirstStaff, type FirstStaff } from './operations/staff/create-first-staff.ts'
import { forgetExchangeRates } from './operations/catalogue/find-exchange-rate.ts'
import { seedDemo } from './operations/catalogue/seed-demo.ts'
import type { Shop } from '#operations/shop.ts'
import { paymentsWebhook } from '#web/api/checkout/payments-webhook.ts'
import { endStaffChanges } from '#web/api/catalogue/staff-changes.ts'
import { builtAssets, type FindAssets } from '#web/http/files/assets.ts'
import { builtFiles } from '#web/http/files/built-files.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { PageCache } from '#web/http/cache/page-cache.ts'
import { shopServer, type ShopServerOptions } from '#web/http/shop-server.ts'
import { VisitorCurrencies } from '#web/http/visitors/visitor-currency.ts'
import * as shopApp from '#web/http/shop-app.ts'

const SHUTDOWN_PATIENCE_MS = 10_000

/** Replaces the build during development. */
export interface DevelopmentParts {
  files: ShopServerOptions['files']
  findAssets: FindAssets
  loadApp: () => Promise<typeof shopApp>
  cachePages: false
  onClose: () => Promise<void>
}

/** Opens the shop from its settings. `npm run chaos` opens one whose suppliers fail. */
export type OpenTheShop = typeof openShop
export { openShop }

/** The process: reads settings, opens the shop, starts and stops listening. Resolves once the shop can sell. */
export async function runShop(development?: DevelopmentParts, open: OpenTheShop = openShop): Promise<void> {
  const root = sourceRoot()
  const config = readConfig(process.env)
  const log = consoleLog(config.secrets)
  const opened = await open(config, root, log)
  const { shop } = opened
  const cache = new PageCache({ keep: !development })
  shop.changes.listen((topic) => {
    if (topic !== 'catalogue') forgetExchangeRates(shop)
    cache.clear()
  })

  const currencies = new VisitorCurrencies(shop.geolocation, shop.settings.publicUrl)
  const health = { open: false }
  const appOptions = {
    shop,
    cache,
    currencies,
    health,
    trustedProxies: config.trustedProxies,
    findAssets: development?.findAssets ?? builtAssets(join(root, 'build/client')),
    strictHeaders: !development,
  }
  let loaded: typeof shopApp = shopApp
  let app = loaded.shopApp(appOptions)
  const server = shopServer({
    log,
    cache,
    currencies,
    trustedProxies: config.trustedProxies,
    files: development?.files ?? builtFiles(join(root, 'build/client'), config.publicUrl, log),
    app: {
      async fetch(request, bindings) {
        const current = (await development?.loadApp()) ?? loaded
        if (current !== loaded) [loaded, app] = [current, current.shopApp(appOptions)]
        return app.fetch(request, bindings as never)
      },
    },
  })

  let firstStaff: FirstStaff | null
  try {
    if (config.demo && config.source === null) await seedDemo(shop, join(root, 'demo'))
    firstStaff = await firstStaffOf(shop, config)
    await listen(server, config)
  } catch (error) {
    await opened.close()
    throw error
  }
  const stopBackgroundWork = startBackgroundWork(shop, webhookCarrier(shop))
  health.open = true
  stopCleanly(server, health, opened, stopBackgroundWork, development?.onClose)
  const { port } = server.address() as AddressInfo
  log.info(`The shop is open at ${config.publicUrl}`, port === config.port ? {} : { port })
  process.stdout.write(`${staffSignInLine(config.publicUrl, firstStaff)}\n`)
}

/** Webhooks of a gateway inside this process need no network, but pass the same door as all. */
function webhookCarrier(shop: Shop): (() => Promise<number>) | undefined {
  const { gateway } = shop
  const deliver = gateway.deliverWebhooks?.bind(gateway)
  if (!deliver) return undefined
  return () =>
    deliver(async ({ rawBody, headers }) => {
      const request = new Request(`${shop.settings.publicUrl}/webhooks/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: rawBody,
      })
      return (await paymentsWebhook(request, { shop })).ok
    })
}

async function listen(server: Server, { port, host }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new ConfigError(`PORT ${port} is taken by another program.`))
      else if (error.code === 'EACCES')
        reject(new ConfigError(`PORT ${port} may not be used by this account.`))
      else if (error.code === 'EADDRNOTAVAIL')
        reject(new ConfigError(`HOST ${host} is not an address of this machine.`))
      else reject(error)
    })
    server.listen(port, host, resolve)
  })
}

/** SIGTERM or SIGINT: accept no more requests, finish running ones, close the database, exit. */
function stopCleanly(
  server: Server,
  health: { open: boolean },
  opened: OpenShop,
  stopBackgroundWork: () => Promise<void>,
  onClose?: () => Promise<void>,
): void {
  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    health.open = false
    const impatient = setTimeout(() => server.closeAllConnections(), SHUTDOWN_PATIENCE_MS)
    const closed = new Promise((resolve) => server.close(resolve))
    endStaffChanges(opened.shop.changes)
    server.closeIdleConnections()
    await closed
    clearTimeout(impatient)
    await stopBackgroundWork()
    await onClose?.()
    await opened.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

function sourceRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

async function firstStaffOf(shop: Shop, { admin }: Config): Promise<FirstStaff | null> {
  const first = await createFirstStaff(shop, admin)
  if (first?.kind !== 'weak-password') return first
  throw new ConfigError(`ADMIN_PASSWORD cannot be used. ${PASSWORD_FAULTS[first.fault]}`)
}

/** The sign-in address; with the first account when it was just created, and its password when it was generated. */
function staffSignInLine(publicUrl: string, firstStaff: FirstStaff | null): string {
  const where = `Staff sign in at ${publicUrl}/admin`
  if (firstStaff === null) return where
  const { email, accountAt, madePassword } = firstStaff
  if (accountAt !== null) return `${where} as ${email}, with the account of this address at ${accountAt}`
  if (madePassword === null) return `${where} as ${email}, with the password of ADMIN_PASSWORD`
  return `${where} as ${email}, with the password ${madePassword} (shown this once)`
}

/** One plain sentence for the operator. */
function whyNotStarted(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const failure = classifyDatabaseFailure(error)
  if (failure === 'locked') return 'The database is locked by another program.'
  if (failure === 'read-only') return 'The database cannot be written to: DATA_DIR is read-only.'
  if (failure === 'full') return 'The disk is full: the database cannot be written to.'
  if (failure === 'unreachable') return 'The database that DATABASE_URL names cannot be reached.'
  if (error instanceof SupplierError) {
    return `The shop could not start: ${error.message} Check the settings of ${error.supplier}. With DEMO=off the shop starts without it.`
  }
  return `The shop could not start: ${error instanceof Error ? error.message : String(error)}`
}

export async function main(open?: OpenTheShop): Promise<void> {
  try {
    await runShop(undefined, open)
  } catch (error) {
    process.stderr.write(`${whyNotStarted(error)}\n`)
    process.exit(1)
  }
}
