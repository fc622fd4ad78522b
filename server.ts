import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseFault } from '#data-folder'
import { ConfigError, misspeltSettings, processEnvironment, readConfig, type Config } from '#config'
import { SupplierError } from './providers/supplier-error.ts'
import { PASSWORD_FAULTS } from './domain/staff/new-password.ts'
import { openShop, type OpenShop } from '#open-shop'
import { RequestCounts } from './domain/monitoring/request-counts.ts'
import { ProcessMeter } from './operations/monitoring/process-meter.ts'
import { watchPublishing } from '#operations/catalog/watch-publishing.ts'
import { startBackgroundWork } from './operations/upkeep/background-work.ts'
import { createFirstStaff, type FirstStaff } from './operations/staff/create-first-staff.ts'
import { clearRateCache } from './operations/catalog/find-exchange-rate.ts'
import { seedDemo } from './operations/catalog/seed-demo.ts'
import type { Log, Shop } from '#operations/shop.ts'
import { shopVersion } from './scripts/support/shop-version.ts'
import { acceptEvent } from '#web/api/checkout/payments-webhook.ts'
import { endStaffChanges } from '#web/api/catalog/staff-changes.ts'
import { builtAssets, type FindAssets } from '#web/http/files/assets.ts'
import { builtFiles } from '#web/http/files/built-files.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { PageCache } from '#web/http/cache/page-cache.ts'
import { shopServer, type ShopServerOptions } from '#web/http/shop-server.ts'
import { reportingLog } from '#web/http/monitoring/error-tracker.ts'
import { drain } from '#web/http/takeover/drain.ts'
import { Handover } from '#web/http/takeover/handover.ts'
import { INHERITS_SOCKET, inheritedSocket } from '#web/http/takeover/inherited-socket.ts'
import { predecessorOf, type Predecessor } from '#web/http/takeover/predecessor.ts'
import { notifySystemd } from '#web/http/takeover/notify-systemd.ts'
import { VisitorCurrencies } from '#web/http/visitors/visitor-currency.ts'
import * as shopApp from '#web/http/shop-app.ts'

const SHUTDOWN_TIMEOUT_MS = 10_000
/** Where the next version can be examined before it takes over: no one else knows its port. */
const EXAMINED_AT = { port: 0, host: '127.0.0.1' }

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
export async function runShop(
  development?: DevelopmentParts,
  open: OpenTheShop = openShop,
  predecessor: Predecessor | null = null,
): Promise<void> {
  const root = sourceRoot()
  const config = readConfig(process.env)
  const ownLog = consoleLog(config.secrets, config.logFormat)
  const log = config.errorsTo === null ? ownLog : reportingLog(ownLog, config.errorsTo, shopVersion(root))
  for (const words of misspeltSettings(processEnvironment)) log.info(words)
  const socket = inheritedSocket(processEnvironment, process.pid)
  delete processEnvironment[INHERITS_SOCKET]
  if (predecessor?.kind === 'after') await predecessor.waitFor('open')
  const opened = await open(config, root, log)
  const { shop } = opened
  const health = { open: false }
  const meter = new ProcessMeter(new RequestCounts())
  const serverOptions = serverOptionsOf({ shop, config, root, log, development, health, meter })
  const server = shopServer(serverOptions)

  let isFirstStart: boolean
  try {
    if (config.demo && config.source === null) await seedDemo(shop, join(root, 'demo'))
    isFirstStart = await makeFirstStaff(shop, config)
    if (predecessor?.kind === 'beside') {
      health.open = true
      await waitToTakeOver(shopServer(serverOptions), predecessor)
    }
    await listen(server, config, socket)
  } catch (error) {
    await opened.close()
    throw error
  }
  const startWork = () => {
    const stops = [watchPublishing(shop), startBackgroundWork(shop, webhookCarrier(shop), meter)]
    return () => Promise.all(stops.map((stop) => stop()))
  }
  let stopWork = startWork()
  const { port } = server.address() as AddressInfo
  const handover = new Handover({
    server,
    log,
    dataDir: config.dataDir,
    port,
    env: processEnvironment,
    stopBackgroundWork: async () => void (await stopWork()),
    startBackgroundWork: () => void (stopWork = startWork()),
    async releaseConnections() {
      endStaffChanges(shop.changes)
      await shop.continuous?.copy.stop()
    },
    close: () => opened.close(),
    exit: (code) => process.exit(code),
  })
  await handover.open()
  stopCleanly(server, health, opened, async () => {
    handover.close()
    await stopWork()
    await development?.onClose()
  })
  // Now it also hears deploys and SIGTERM.
  health.open = true
  const untold = await notifySystemd(processEnvironment, process.pid)
  if (untold !== null) log.error(untold, null)
  await predecessor?.send({ kind: 'serving' })
  predecessor?.leave()
  log.info(`The shop is open at ${config.publicUrl}`, port === config.port ? {} : { port })
  if (!isFirstStart) saySignIn(config, log, null)
}

interface ServedParts {
  shop: Shop
  config: Config
  root: string
  log: ReturnType<typeof consoleLog>
  development: DevelopmentParts | undefined
  health: { open: boolean }
  meter: ProcessMeter
}

/** What the HTTP server is made of: page cache, application, built files. */
function serverOptionsOf({
  shop,
  config,
  root,
  log,
  development,
  health,
  meter,
}: ServedParts): ShopServerOptions {
  const cache = new PageCache({ keep: !development })
  shop.changes.listen((topic) => {
    if (topic !== 'catalogue') clearRateCache(shop)
    cache.clear()
  })

  const currencies = new VisitorCurrencies(shop.geolocation, shop.settings.publicUrl)
  const appOptions = {
    shop,
    cache,
    currencies,
    health,
    metrics: { meter, token: config.metricsToken },
    trustedProxies: config.trustedProxies,
    findAssets: development?.findAssets ?? builtAssets(join(root, 'build/client')),
    strictHeaders: !development,
  }
  let loaded: typeof shopApp = shopApp
  let app = loaded.shopApp(appOptions)
  return {
    log,
    counts: meter.counts,
    logRequest: (details) => log.request(details),
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
  }
}

/** Webhooks of a gateway inside this process need no network, but pass the same checks as all. */
function webhookCarrier(shop: Shop): () => Promise<number> {
  return async () =>
    (await shop.gateway.deliverWebhooks?.(({ rawBody, headers }) =>
      acceptEvent(shop, rawBody, new Headers(headers)),
    )) ?? 0
}

/** Answers at a separate port until the running shop says that this process is to take over. */
async function waitToTakeOver(examined: Server, predecessor: Predecessor): Promise<void> {
  await listen(examined, EXAMINED_AT, null)
  const { port } = examined.address() as AddressInfo
  await predecessor.send({ kind: 'prepared', port })
  await predecessor.waitFor('serve')
  examined.close()
}

type Address = Pick<Config, 'port' | 'host'>

/** At a listening socket that this process was given, or at a new one. */
async function listen(server: Server, { port, host }: Address, socket: number | null): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new ConfigError(`PORT ${port} is taken by another program.`))
      else if (error.code === 'EACCES')
        reject(new ConfigError(`PORT ${port} may not be used by this account.`))
      else if (error.code === 'EADDRNOTAVAIL')
        reject(new ConfigError(`HOST ${host} is not an address of this machine.`))
      else reject(error)
    })
    if (socket === null) server.listen(port, host, resolve)
    else server.listen({ fd: socket }, resolve)
  })
}

/** SIGTERM or SIGINT: answer what was sent before, accept no more requests, close the database, exit. */
function stopCleanly(
  server: Server,
  health: { open: boolean },
  opened: OpenShop,
  stopWork: () => Promise<void>,
): void {
  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    health.open = false
    const drained = drain(server, SHUTDOWN_TIMEOUT_MS, { isLast: true })
    endStaffChanges(opened.shop.changes)
    await drained
    await stopWork()
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

/** Whether the first account was made, and with it shown how to sign in. */
async function makeFirstStaff(shop: Shop, config: Config): Promise<boolean> {
  const made = await createFirstStaff(shop, config.admin, (first) => saySignIn(config, shop.log, first))
  if (made === 'made' || made === null) return made !== null
  throw new ConfigError(`ADMIN_PASSWORD cannot be used. ${PASSWORD_FAULTS[made.fault]}`)
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

function saySignIn({ publicUrl, logFormat }: Config, log: Log, firstStaff: FirstStaff | null): void {
  const signIn = staffSignInLine(publicUrl, firstStaff)
  // A line of text among JSON would break the program that reads it.
  if (logFormat === 'json') log.info(signIn)
  else process.stdout.write(`${signIn}\n`)
  // Lines of JSON are collected and kept: a link that signs in does not belong there.
  if (logFormat === 'json' || !firstStaff?.link) return
  process.stdout.write(
    `Or open this link, once and within a day: ${publicUrl}/admin?link=${firstStaff.link}\n`,
  )
}

/** One plain sentence for the operator. */
function whyNotStarted(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const fault = databaseFault(error)
  if (fault !== null) return fault
  if (error instanceof SupplierError) {
    return `The shop could not start: ${error.message} Check the settings of ${error.supplier}. With DEMO=off the shop starts without it.`
  }
  return `The shop could not start: ${error instanceof Error ? error.message : String(error)}`
}

export async function main(open?: OpenTheShop): Promise<void> {
  const predecessor = predecessorOf(process, processEnvironment)
  try {
    await runShop(undefined, open, predecessor)
  } catch (error) {
    const why = whyNotStarted(error)
    process.stderr.write(`${why}\n`)
    await predecessor?.send({ kind: 'failed', why })
    process.exit(1)
  }
}
