import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, type Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFiguresOf } from '#db/backups/copy-database.ts'
import { migrate, MIGRATIONS, pendingMigrations } from '#db/migrations/migrate.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/engine/open-database.ts'
import { chooseBackup, listBackups } from '#operations/backups/list-backups.ts'
import { backUpBeforeUpgrade } from '#operations/upgrades/back-up-before-upgrade.ts'
import { findRollbackLoss, rollBack } from '#operations/upgrades/roll-back.ts'
import { openUpgradeStore } from '#providers/backups/upgrade-store.ts'
import { openBackupDesk, type BackupDesk } from '#test/support/backup-desk.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop } from '#test/support/test-shop.ts'

const OLD = '082-refunded-pickups'
const START = Date.parse('2026-11-22T09:00:00Z')

describeOnEachDatabase('An upgrade', (_open, { location }) => {
  let desk: BackupDesk
  let dataDir: string
  let at: DatabaseLocation
  let database: ShopDatabase
  let time: number

  beforeEach(async () => {
    time = START
    desk = openBackupDesk(location, () => time)
    dataDir = mkdtempSync(join(tmpdir(), 'redemption-upgrade-'))
    at = await desk.emptyPlace()
    database = await openDatabase(at)
    await before(OLD)
  })
  afterEach(async () => {
    await database.close()
    await desk.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Migrates as far as the version of the shop with this last migration did. */
  async function before(last: string): Promise<void> {
    const { db, engine } = database
    const wanted = Object.entries(MIGRATIONS).filter(([name]) => name <= last)
    const migrations = Object.fromEntries(
      wanted.map(([name, { up }]) => [name, { up: (within) => up(within, engine) } satisfies Migration]),
    )
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest()
    if (error) throw error
  }

  const backUp = (log: string[] = []) =>
    backUpBeforeUpgrade({
      database,
      location: at,
      dataDir,
      store: openUpgradeStore(dataDir),
      version: '0.2.0',
      log: { info: (words) => void log.push(words), error: () => {} },
      now: () => time,
    })

  test('copies the database first, and a rollback restores its tables and figures', async () => {
    const then = await readFiguresOf(at)
    const log: string[] = []
    const name = await backUp(log)
    expect(log).toEqual([
      'Copying the database before the upgrade',
      'The database was copied: npm run rollback undoes the upgrade',
    ])
    await migrate(database)
    const shop = await openTestShop(database)
    const product = await shop.catalog.add(hoodie({ stock: 5 }))
    shop.pass(START + 60_000 - shop.now())
    await place(shop, orderFor([product], [one(product)]))

    const store = openUpgradeStore(dataDir)
    const manifest = await chooseBackup(store)
    expect(manifest).toMatchObject({ name, shopVersion: '0.2.0', schema: OLD })
    const { orders, changes } = await findRollbackLoss(at, store, manifest, () => {})
    expect(orders).toMatchObject([{ state: 'pending', total: 145_36 }])
    expect(changes).toContainEqual({ name: 'orders', before: 0, after: 1 })

    await database.close()
    const aside = await rollBack(at, store, manifest, { now: () => time, onProgress: () => {} })
    expect(aside).toContain('replaced-')
    expect(await readFiguresOf(at)).toEqual(then)
    database = await openDatabase(at)
    expect(await pendingMigrations(database)).toEqual(Object.keys(MIGRATIONS).filter((one) => one > OLD))
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
  })

  test('copies nothing when no table changes, or when the database is new', async () => {
    await migrate(database)
    expect(await backUp()).toBeNull()
    await database.close()
    at = await desk.emptyPlace()
    database = await openDatabase(at)
    expect(await backUp()).toBeNull()
  })

  test('copies nothing of a shop that was killed before its first tables were made; a backup takes what there is', async () => {
    await database.close()
    at = await desk.emptyPlace()
    database = await openDatabase(at)
    await before('')
    expect(await backUp()).toBeNull()
    const { manifest } = await desk.backUp({ location: at })
    expect(manifest).toMatchObject({ schema: '', pictures: [] })
  })

  test('keeps the last two copies', async () => {
    const names: (string | null)[] = []
    for (let upgrade = 0; upgrade < 3; upgrade += 1) {
      names.push(await backUp())
      time += 24 * 3_600_000
    }
    expect((await listBackups(openUpgradeStore(dataDir))).names).toEqual(names.slice(1))
  })

  test('does not begin when the copy cannot be made, and says how to continue without one', async () => {
    const broken = {
      ...at,
      ...(at.engine === 'sqlite' ? { file: join(dataDir, 'none/shop.db') } : { url: `${at.url}_none` }),
    }
    await expect(
      backUpBeforeUpgrade({
        database,
        location: broken as DatabaseLocation,
        dataDir,
        store: openUpgradeStore(dataDir),
        version: '0.2.0',
        log: { info: () => {}, error: () => {} },
        now: () => time,
      }),
    ).rejects.toThrow('With BACKUP_BEFORE_UPGRADE=off it is upgraded without a copy.')
    expect(await pendingMigrations(database)).not.toEqual([])
  })
})
