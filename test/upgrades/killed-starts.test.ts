import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildShop, ROOT } from '#bench/harness/running-shop.ts'
import { readFiguresOf } from '#db/backups/copy-database.ts'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import { MIGRATIONS } from '#db/migrations/migrate.ts'
import { DEMO_PRODUCTS } from '#demo/products.ts'
import { freePort } from '#e2e/support/running-shop.ts'
import { newestBackup } from '#operations/backups/list-backups.ts'
import { verifyBackup } from '#operations/backups/make-backup.ts'
import { openUpgradeStore } from '#providers/backups/upgrade-store.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { diskImages, openBackupDesk, type BackupDesk } from '#test/support/backup-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { STRANGER } from '#test/support/staff-browser.ts'
import { loadOldDatabase } from './old-database.ts'

/** At how many moments of each start it is killed: `KILLS=50 npm test -- unit killed-starts` tries fifty. */
const KILLS = Number(process.env['KILLS'] ?? 2)
/** After it is open a shop begins its background work. */
const OPEN_MS = 200
const SLOW = { timeout: 60_000 + KILLS * 60_000 }
const OPEN = /The shop is open at/
const OWNER = 'owner@redemption.example'

beforeAll(() => buildShop())

describeOnEachDatabase('A shop that was killed', (_open, { location }) => {
  let desk: BackupDesk
  let folder: string
  const running = new Set<ChildProcess>()

  beforeEach(() => {
    desk = openBackupDesk(location, Date.now)
    folder = mkdtempSync(join(tmpdir(), 'redemption-killed-'))
  })
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL')
    await desk.close()
    rmSync(folder, { recursive: true, force: true })
  })

  interface Place {
    dataDir: string
    at: DatabaseLocation
  }

  /** Where no shop was yet, or the database of an earlier release. */
  async function makePlace(name: string, last: string | null): Promise<Place> {
    const dataDir = join(folder, name)
    if (location().engine === 'postgres') {
      const at = await desk.emptyPlace()
      if (last !== null) await loadOldDatabase(at, last)
      return { dataDir, at }
    }
    const at = { engine: 'sqlite', file: join(dataDir, 'shop.db'), synchronous: 'off' } as const
    if (last !== null) {
      mkdirSync(dataDir, { mode: 0o700 })
      await loadOldDatabase(at, last)
    }
    return { dataDir, at }
  }

  /** Starts the shop as `npm start` does. */
  async function start({ dataDir, at }: Place, demo: 'on' | 'off') {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/start.js')], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: dataDir,
        DEMO: demo,
        PORT: String(await freePort()),
        ...(at.engine === 'postgres' && { DATABASE_URL: at.url }),
      },
    })
    running.add(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const ended = new Promise<number | null>((resolve) =>
      child.once('close', (code) => {
        running.delete(child)
        resolve(code)
      }),
    )
    const until = async (holds: () => boolean) => {
      while (!holds() && running.has(child)) await sleep(1)
    }
    return {
      said: () => said,
      async end(signal: 'SIGKILL' | 'SIGTERM') {
        child.kill(signal)
        return ended
      },
      /** The moment from which on it may leave something half-made. */
      touched: () => until(() => existsSync(at.engine === 'sqlite' ? `${at.file}-wal` : dataDir)),
      opened: () => until(() => OPEN.test(said)),
    }
  }

  test.each([
    ['in its very first start', 'off', null],
    ['in its very first start, with the demo', 'on', null],
    ['while it was updated from 0.2.0', 'off', '082-refunded-pickups'],
  ] as const)('%s opens at the next start', SLOW, async (_when, demo, last) => {
    const whole = await makePlace('whole', last)
    const undisturbed = await start(whole, demo)
    await undisturbed.touched()
    const began = performance.now()
    await undisturbed.opened()
    const takes = performance.now() - began + OPEN_MS
    await undisturbed.end('SIGTERM')
    const faults: string[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const place = await makePlace(`killed-${kill}`, last)
      const before = last === null ? {} : await readFiguresOf(place.at)
      const killed = await start(place, demo)
      await killed.touched()
      const after = (takes * (kill + 0.5)) / KILLS
      await sleep(after)
      await killed.end('SIGKILL')
      const next = await start(place, demo)
      await next.opened()
      try {
        expect(await next.end('SIGTERM'), next.said()).toBe(0)
        await expectWhole(place, { demo, last, before, said: killed.said() + next.said() })
      } catch (error) {
        faults.push(`killed after ${Math.round(after)} ms: ${String(error)}`)
      }
      rmSync(place.dataDir, { recursive: true })
    }
    expect(faults).toEqual([])
  })

  /** Nothing is half-made: catalogue, first account, orders, and the copy from before the update. */
  async function expectWhole(
    { dataDir, at }: Place,
    {
      demo,
      last,
      before,
      said,
    }: { demo: 'on' | 'off'; last: string | null; before: Record<string, number>; said: string },
  ): Promise<void> {
    const database = await openDatabase(at)
    try {
      const pictures = await database.db.selectFrom('pictures').select('key').execute()
      if (demo === 'on') {
        const { products } = await readFiguresOf(at)
        expect(products).toBe(DEMO_PRODUCTS.length)
        expect(pictures).toHaveLength(DEMO_PRODUCTS.flatMap((product) => product.pictures).length)
        const images = diskImages(join(dataDir, 'pictures'))
        expect(await images.missing(pictures.map(({ key }) => key))).toEqual([])
      }
      if (last === null) {
        const password = [...said.matchAll(/with the password (\S+)/g)].at(-1)?.[1] ?? 'none was shown'
        const signIn = await new BuiltInIdentity(database).signIn({ email: OWNER, password }, STRANGER)
        expect(signIn.kind).toBe('signed-in')
        return
      }
      const { orders, payments, products, staff_members } = before
      expect(await readFiguresOf(at)).toMatchObject({ orders, payments, products, staff_members })
      if (!Object.keys(MIGRATIONS).some((name) => name > last)) return
      const store = openUpgradeStore(dataDir)
      const copy = await newestBackup(store)
      expect(copy?.schema).toBe(last)
      await verifyBackup(store, copy?.name ?? '', () => {})
    } finally {
      await database.close()
    }
  }
})
