import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFiguresOf } from '#db/backups/copy-database.ts'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import { CSV_START } from '#domain/csv.ts'
import { sellOne } from '#test/operations/move/sell-one.ts'
import { openBackupDesk, type BackupDesk } from '#test/support/backup-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { loadOldDatabase } from '#test/upgrades/old-database.ts'

// Set by `npm test`: a program starts in half the time with its code compiled before.
const { NODE_COMPILE_CACHE } = process.env

const OLD = '082-refunded-pickups'
const root = join(import.meta.dirname, '../../..')

describeOnEachDatabase('npm run rollback', (_open, { location }) => {
  let desk: BackupDesk
  let dataDir: string
  let at: DatabaseLocation

  beforeEach(async () => {
    desk = openBackupDesk(location, Date.now)
    dataDir = mkdtempSync(join(tmpdir(), 'redemption-rollback-'))
    at =
      location().engine === 'postgres'
        ? await desk.emptyPlace()
        : { engine: 'sqlite', file: join(dataDir, 'shop.db'), synchronous: 'off' }
  })
  afterEach(async () => {
    await desk.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Runs a command of operators as they do. */
  async function run(script: 'rollback' | 'db-migrate' | 'deploy/rehearse', ...words: string[]) {
    const child = spawn(process.execPath, [join(root, `scripts/${script}.ts`), ...words], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        ...(at.engine === 'postgres' && { DATABASE_URL: at.url }),
      },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }

  const ordersOf = async () => (await readFiguresOf(at))['orders']
  const lists = () => readdirSync(dataDir).filter((name) => name.startsWith('orders-after-'))

  test('restores the database from before the update, and lists what was sold since', async () => {
    await loadOldDatabase(at, OLD)
    const before = await readFiguresOf(at)
    const rehearsal = await run('deploy/rehearse')
    expect(rehearsal).toMatchObject({ code: 0, said: expect.stringMatching(/^083-\S+: \d+\.\d\d s$/m) })
    expect(rehearsal.said).toMatch(/^unit_shares: not there before, \d+ after$/m)
    expect(rehearsal.said).toContain(`The books of the copy balance: ${before['orders']} orders.`)
    expect(await readFiguresOf(at)).toEqual(before)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('rehearsal'))).toEqual([])
    const update = await run('db-migrate')
    expect(update).toMatchObject({ code: 0, said: expect.stringMatching(/Done in \d+ s\. Migrated: 083-/) })
    expect(update.said).toMatch(/Storing the database \([\d.]+ [kM]B\) \.\.\./)
    expect(update.said).toMatch(/Bringing the tables up to date \(\d+ migrations\) \.\.\./)
    const database = await openDatabase(at)
    await sellOne(database)
    await database.db.updateTable('orders').set({ name: 'Ada;=1+1' }).execute()

    const refused = await run('rollback', '--yes')
    expect(refused.code).toBe(1)
    expect(refused.said).toMatch(
      at.engine === 'sqlite'
        ? 'The shop is running: stop it first.'
        : 'Other programs are connected to the database: stop the shop first.',
    )
    await database.close()
    expect(await ordersOf()).toBe(18)
    expect(lists()).toEqual([])

    const asked = await run('rollback')
    expect(asked.code).toBe(1)
    expect(asked.said).toContain(`the tables were at ${OLD}.`)
    expect(asked.said).toContain('Would be lost: 1 order since then, ')
    expect(asked.said).toContain('orders: 18 now, 17 then')
    expect(asked.said).toContain('Nothing was changed.')
    expect(await ordersOf()).toBe(18)

    const back = await run('rollback', '--yes')
    expect(back).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Restoring the database .*Done in \d+ s\./s),
    })
    expect(await readFiguresOf(at)).toEqual(before)
    const [list = ''] = lists()
    const [head, ...rows] = readFileSync(join(dataDir, list), 'utf8').trimEnd().split('\r\n')
    expect(head).toBe(`${CSV_START}Order,State,Name,Email,Total (CAD),Placed (UTC)`)
    expect(rows).toEqual([
      expect.stringMatching(/^R-....-....,paid,Ada;'=1\+1,ada@shopper\.example,\d+\.\d\d,\d{4}-/),
    ])
    expect(back.said).toContain(`The orders since then are listed in ${join(dataDir, list)}.`)
    if (at.engine === 'sqlite') {
      const [, aside = ''] = /kept in (\S+)\.$/m.exec(back.said) ?? []
      expect(existsSync(join(aside, 'shop.db'))).toBe(true)
    }

    expect(await run('db-migrate')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Migrated: 083-'),
    })
    expect(await ordersOf()).toBe(17)
  })

  test('explains when there is nothing to go back to', async () => {
    await loadOldDatabase(at, OLD)
    expect(await run('rollback', '--yes')).toEqual({
      code: 1,
      said: expect.stringContaining('There is no complete backup in'),
    })
  })
})
