import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processEnvironment } from '#config'
import { dropLeftDatabases, temporaryDatabase, type TemporaryUse } from '#db/backups/temporary-database.ts'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { REHEARSED_HOLD_MINUTES } from '#domain/drops/rehearsal.ts'
import { freePort, startCommand } from '#scripts/support/start-command.ts'

/** Its databases on a server begin with this name, which no rehearsal of a backup deletes. */
const USE: TemporaryUse = { prefix: 'redemption_drop_', what: 'rehearsing a drop' }

/** Where the copy is, below the data folder. */
export function rehearsalFolder(dataDir: string): string {
  return join(dataDir, 'rehearsal-of-drop')
}

/** A place for the copy, of the same engine: in `folder`, or a new database on the same server. Throws CopyRefused. */
export async function placeForCopy(shop: DatabaseLocation, folder: string) {
  if (shop.engine === 'postgres') return temporaryDatabase(shop, folder, USE)
  const location: DatabaseLocation = { engine: 'sqlite', file: join(folder, 'shop.db'), synchronous: 'full' }
  return { location, remove: async () => {} }
}

/** Removes what a process that was killed has left. */
export async function removeLeftCopies(shop: DatabaseLocation, dataDir: string): Promise<void> {
  if (shop.engine === 'postgres') await dropLeftDatabases(shop.url, USE)
  // The shop on the copy may write a last file while it ends.
  await rm(rehearsalFolder(dataDir), { recursive: true, force: true, maxRetries: 10 })
}

/** The shop on the copy. `ended` resolves with its last words when it ends. */
export interface CopiedShop {
  pid: number
  port: number
  ended: Promise<string>
  kill(): Promise<void>
}

/** Settings that decide how pieces are held. All others would let it out, or do not matter. */
const KEPT = new Set(['HOLD_UNITS', 'HOLD_PERCENT', 'HOLD_NETWORK_UNITS', 'SHOP_TIME_ZONE'])
/** What programs need to start, and to reach the same database server. */
const OF_THE_MACHINE = /^(PATH|HOME|TMPDIR|TEMP|TMP|TZ|LANG|LC_\w+|SYSTEMROOT|NODE_EXTRA_CA_CERTS|PG[A-Z]+)$/i
const START_TIMEOUT_MS = 300_000
const LOOK_EVERY_MS = 50
const MAX_WORDS = 2_000
const ROOT = join(import.meta.dirname, '../..')

/** How the shop on a copy is started: by npm's command, but without the file .env of the shop that sells. */
export function copiedShopCommand(environment: NodeJS.ProcessEnv) {
  const { settings, words } = startCommand(ROOT, join(import.meta.dirname, 'rehearsed-shop.js'))
  const [program, ...args] = words
  const envFile = args.findIndex((word) => word.endsWith('env-file.js'))
  if (envFile > 0) args.splice(envFile - 1, 2)
  const kept = Object.entries(environment).filter(([name]) => KEPT.has(name) || OF_THE_MACHINE.test(name))
  return {
    words: [program, ...args] as [string, ...string[]],
    environment: {
      ...Object.fromEntries(kept),
      ...settings,
      HOLD_MINUTES: String(REHEARSED_HOLD_MINUTES),
      HOST: '127.0.0.1',
      DEMO: 'off',
      ADMIN_EMAIL: 'nobody@rehearsal.example',
    },
  }
}

/**
 * Starts the shop on a copy, for this machine only: the test gateway, emails as files of the copy, and no supplier,
 * webhook, mirror, backup or key of the shop that sells.
 */
export async function startCopiedShop(
  copy: DatabaseLocation,
  folder: string,
  stop: AbortSignal,
): Promise<CopiedShop> {
  const port = await freePort()
  const { words, environment } = copiedShopCommand(processEnvironment)
  const [program, ...args] = words
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...environment,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: copy.engine === 'postgres' ? copy.url : '',
      ADMIN_PASSWORD: randomBytes(18).toString('base64url'),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said = (said + String(text)).slice(-MAX_WORDS)))
  child.stdin.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', () => resolve(said.trim()))
  })
  const shop = {
    pid: child.pid ?? 0,
    port,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
  const started = performance.now()
  while (!(await isHealthy(port))) {
    const isTooLong = performance.now() - started > START_TIMEOUT_MS
    if (child.exitCode === null && !isTooLong && !stop.aborted) {
      await sleep(LOOK_EVERY_MS)
      continue
    }
    await shop.kill()
    stop.throwIfAborted()
    throw new Error(`The shop on the copy did not start. ${said.trim()}`)
  }
  return shop
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).status === 200
  } catch {
    return false
  }
}
