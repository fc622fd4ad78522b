import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildShop, ROOT } from '#bench/harness/running-shop.ts'
import { findRehearsal } from '#db/drops/drop-rehearsals.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/engine/open-database.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { transact } from '#db/engine/transact.ts'
import { insertSettingVersion } from '#db/settings/settings.ts'
import { FIRST_ROOM, type Drop } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { prepareRoom } from '#operations/settings/schedule-drops.ts'
import {
  endRehearsalEarly,
  readRehearsal,
  requestRehearsal,
  runRehearsals,
  type RehearsalCourse,
} from '#operations/drops/rehearse-drop.ts'
import type { RehearsalRunner } from '#providers/rehearsals/rehearsal-runner.ts'
import { descendants } from '#scripts/robots/process-usage.ts'
import { drop as dropOf } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY = 86_400_000
const ROBOTS = 12
const NO_STOP = new AbortController().signal

async function addDrop(shop: TestShop, changes: Partial<Drop> = {}): Promise<Drop> {
  const product = await shop.catalog.add(hoodie({ stock: 4 }))
  const soldFrom = shop.now() + 2 * DAY
  const drop = dropOf({
    products: [product.id],
    publicFrom: soldFrom - DAY,
    soldFrom,
    room: FIRST_ROOM,
    perPerson: 1,
    payMinutes: 5,
    ...changes,
  })
  await saveDrops(shop, [drop], 1)
  await transact(shop.database, (tx) => prepareRoom(tx, drop, shop.now()))
  return drop
}

async function saveDrops(shop: TestShop, drops: Drop[], version: number): Promise<void> {
  const saved = { value: { drops }, changedAt: shop.now(), changedBy: null, summary: '' }
  await insertSettingVersion(shop.database.db, DROPS.name, version, saved)
  await shop.changes.publish('settings')
}

/** A runner of which a test knows what it was asked to do. */
class NotedRunner implements RehearsalRunner {
  most = 5_000
  runs: string[] = []
  cleaned = 0
  dies: string | null = null
  mostRobots = () => this.most
  async run(dropId: string): Promise<string | null> {
    this.runs.push(dropId)
    return this.dies
  }
  async clean(): Promise<void> {
    this.cleaned += 1
  }
}

describeOnEachDatabase('asking for a rehearsal', (open, { connectAgain }) => {
  let shop: TestShop
  let runner: NotedRunner
  let drop: Drop
  beforeEach(async () => {
    shop = await openTestShop(open())
    runner = new NotedRunner()
    shop.rehearsals = runner
    drop = await addDrop(shop)
  })
  const state = async () => (await readRehearsal(shop, drop)).rehearsal?.state

  test('one process takes it up, and the audit trail says that a drop was rehearsed', async () => {
    expect(await readRehearsal(shop, drop)).toEqual({ mostRobots: 5_000, refusal: null, rehearsal: null })
    expect(await requestRehearsal(shop, drop, 500)).toBeNull()
    expect(await state()).toBe('waiting')
    await Promise.all([runRehearsals(shop, NO_STOP), runRehearsals(shop, NO_STOP)])
    expect(runner.runs).toEqual([drop.id])
    expect(await state()).toBe('running')
    const events = await open().db.selectFrom('audit_events').selectAll().execute()
    expect(events).toMatchObject([{ action: 'drop-rehearsed', subject_name: 'Winter drop' }])
  })

  test('there is one at a time, also where two ask at once', async () => {
    const other = { ...drop, id: 'o', name: 'Other drop', handle: 'other' }
    await saveDrops(shop, [drop, { ...other, products: [] }], 2)
    const second = await openTestShop(await connectAgain(), { start: shop.now() })
    second.rehearsals = runner
    const answers = await Promise.all([
      requestRehearsal(shop, drop, 500),
      requestRehearsal(second, { ...other, products: drop.products }, 500),
    ])
    expect(answers.filter((words) => words === null)).toHaveLength(1)
    expect(answers.find((words) => words !== null)).toMatch(
      /is being rehearsed\. There is one rehearsal at a time/,
    )
    expect(await requestRehearsal(shop, drop, 500)).toMatch(/one rehearsal at a time/)
  })

  test('it is refused before and during a sale, without pieces, and beyond what the machine carries', async () => {
    expect(await requestRehearsal(shop, drop, 5_001)).toMatch(/carries 5,000 robots/)
    runner.most = 0
    expect(await requestRehearsal(shop, drop, 10)).toMatch(/not enough free memory/)
    runner.most = 5_000
    expect(await requestRehearsal(shop, { ...drop, products: [] }, 10)).toMatch(/no products/)
    await open().db.updateTable('products').set({ stock: 0 }).execute()
    expect(await requestRehearsal(shop, drop, 10)).toMatch(/Nothing is left/)
    await open().db.updateTable('products').set({ stock: 4 }).execute()
    shop.pass(2 * DAY - 20 * 60_000)
    expect(await requestRehearsal(shop, drop, 10)).toMatch(
      /The machine is for Winter drop now.*Rehearse after/,
    )
    expect((await readRehearsal(shop, drop)).refusal).toMatch(/Winter drop now/)
    shop.pass(2 * 3_600_000)
    expect(await requestRehearsal(shop, drop, 10)).toBeNull()
  })

  test('one whose process was killed is cleaned up after its lease, once, and another can begin', async () => {
    await requestRehearsal(shop, drop, 500)
    await runRehearsals(shop, NO_STOP)
    shop.pass(10_000)
    await runRehearsals(shop, NO_STOP)
    expect(runner.cleaned).toBe(0)
    shop.pass(21_000)
    await Promise.all([runRehearsals(shop, NO_STOP), runRehearsals(shop, NO_STOP)])
    expect(runner.cleaned).toBe(1)
    expect((await readRehearsal(shop, drop)).rehearsal).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/cut off/) as string,
    })
    expect(await requestRehearsal(shop, drop, 500)).toBeNull()
  })

  test('a process that dies is said, and what it left is removed', async () => {
    runner.dies = 'The process was ended with SIGKILL.'
    await requestRehearsal(shop, drop, 500)
    await runRehearsals(shop, NO_STOP)
    expect(runner.cleaned).toBe(1)
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect((await readRehearsal(shop, drop)).rehearsal).toMatchObject({
      state: 'failed',
      failure: runner.dies,
    })
  })

  test('staff stop it, which the audit trail says once', async () => {
    await requestRehearsal(shop, drop, 500)
    const account = { email: 'ada@shop.example', password: 'a long enough password' }
    const made = await shop.identity.addMember(account)
    if (made.kind !== 'added') throw new Error(made.kind)
    const author = { id: made.member.id, email: account.email, address: '', userAgent: '' }
    await endRehearsalEarly({ ...shop, author }, drop)
    await endRehearsalEarly({ ...shop, author }, drop)
    expect(await state()).toBe('stopping')
    const events = await open().db.selectFrom('audit_events').select('action').execute()
    expect(events.filter(({ action }) => action === 'drop-rehearsal-stopped')).toHaveLength(1)
  })

  test('it is kept with its drop, and goes with it', async () => {
    runner.dies = 'No.'
    await requestRehearsal(shop, drop, 500)
    await runRehearsals(shop, NO_STOP)
    shop.failures.splice(0)
    await applyRetention(shop)
    expect(await state()).toBe('failed')
    await saveDrops(shop, [], 2)
    await applyRetention(shop)
    expect(await findRehearsal(open().db, drop.id)).toBeNull()
  })
})

describeOnEachDatabase('a rehearsal', (open, more) => {
  let folder: string
  let location: DatabaseLocation
  let database: ShopDatabase
  let shop: TestShop
  let drop: Drop

  beforeEach(async () => {
    buildShop()
    folder = mkdtempSync(join(tmpdir(), 'redemption-rehearsal-'))
    location =
      open().engine === 'postgres'
        ? more.location()
        : { engine: 'sqlite', file: join(folder, 'shop.db'), synchronous: 'off' }
    database = await openDatabase(location)
    await migrate(database)
    shop = await openTestShop(database, { start: Date.now() })
    shop.rehearsals = new NotedRunner()
    drop = await addDrop(shop)
    await subscribeToNewsletter(shop, 'ada@shopper.example')
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  })

  const environment = () => ({
    ...process.env,
    DATA_DIR: folder,
    DEMO: 'off',
    DATABASE_URL: location.engine === 'postgres' ? location.url : '',
  })

  /** As the shop begins it. */
  async function begin() {
    const by = randomUUID()
    expect(await requestRehearsal(shop, drop, ROBOTS, by)).toBeNull()
    const child = spawn(process.execPath, [join(ROOT, 'scripts/rehearse-drop.ts'), drop.id, '--lease', by], {
      env: environment(),
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += String(text)))
    const ended = new Promise<string>((resolve) => child.once('close', () => resolve(said)))
    return { child, ended }
  }

  async function untilPhase(...phases: RehearsalCourse['phase'][]): Promise<void> {
    await vi.waitFor(
      async () => {
        const { rehearsal } = await readRehearsal(shop, drop)
        expect(rehearsal?.failure).toBe('')
        expect(phases).toContain(rehearsal?.course?.phase)
      },
      { timeout: 60_000 },
    )
  }

  /** Everything that is stored, but for what says that a drop was rehearsed. */
  async function everything(): Promise<string> {
    const tables = await database.db.introspection.getTables()
    const but = new Set(['audit_events', 'drop_rehearsals'])
    const rows: [string, string[]][] = []
    for (const { name } of tables.filter(
      (table) => !but.has(table.name) && !table.name.startsWith('order_search'),
    )) {
      const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(database.db)
      rows.push([name, found.map((row) => JSON.stringify(row)).sort()])
    }
    return JSON.stringify(rows.sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  async function expectNothingLeft(): Promise<void> {
    expect(existsSync(join(folder, 'rehearsal-of-drop'))).toBe(false)
    if (location.engine === 'sqlite') return
    const { rows } = await sql`select 1 from pg_database where datname like 'redemption\\_drop\\_%'`.execute(
      database.db,
    )
    expect(rows).toEqual([])
  }

  test('sells everything once to robots, and changes nothing of the shop', async () => {
    const before = await everything()
    const files = readdirSync(folder)
    const { ended } = await begin()
    expect(await ended).toBe('')
    const { rehearsal } = await readRehearsal(shop, drop)
    expect(rehearsal).toMatchObject({
      state: 'finished',
      failure: '',
      robots: ROBOTS,
      course: {
        robots: { arrived: ROBOTS, waiting: 0, paid: 4, failed: 0 },
        serverErrors: 0,
        sale: { paid: 4, soldOutMs: expect.any(Number) as number },
        report: { pieces: 4, left: 0, sold: 4, oversold: 0, mostOfOne: 1, failures: [] },
      },
    })
    expect(await everything()).toBe(before)
    expect(readdirSync(folder).filter((name) => !files.includes(name))).toEqual([])
    await expectNothingLeft()
  })

  test('of a draw has robots that have a card checked, enter, win by lot and pay', async () => {
    const { soldFrom } = drop
    drop = {
      ...drop,
      room: null,
      draw: { entriesFrom: soldFrom - DAY / 2, payHours: 12, showsCounts: false, checksCard: true },
    }
    await saveDrops(shop, [drop], 2)
    const before = await everything()
    const { ended } = await begin()
    expect(await ended).toBe('')
    expect((await readRehearsal(shop, drop)).rehearsal).toMatchObject({
      state: 'finished',
      failure: '',
      course: {
        robots: { arrived: ROBOTS, waiting: 0, paid: 4, refused: 1, soldOut: ROBOTS - 5, failed: 0 },
        serverErrors: 0,
        report: { pieces: 4, left: 0, sold: 4, oversold: 0, mostOfOne: 1, failures: [] },
      },
    })
    expect(await everything()).toBe(before)
    await expectNothingLeft()
  })

  test('leaves nothing running and no copy when its process is killed, after the next look', async () => {
    const { child, ended } = await begin()
    await untilPhase('waiting', 'selling')
    const running = descendants(child.pid ?? 0)
    expect(running).toHaveLength(1)
    child.kill('SIGKILL')
    await ended
    const isRunning = () => running.some((pid) => existsSync(`/proc/${pid}`))
    await vi.waitFor(() => expect(isRunning()).toBe(false), { timeout: 30_000 })
    const cleaned = spawn(process.execPath, [join(ROOT, 'scripts/rehearse-drop.ts'), '--clean'], {
      env: environment(),
      stdio: 'inherit',
    })
    expect(await new Promise((resolve) => cleaned.once('close', resolve))).toBe(0)
    await expectNothingLeft()
  })

  more.testOnce('ends with the shop that began it, and says so', async () => {
    const { child, ended } = await begin()
    await untilPhase('waiting', 'selling')
    child.stdin.end()
    expect(await ended).toBe('')
    expect((await readRehearsal(shop, drop)).rehearsal).toMatchObject({
      state: 'stopped',
      failure: expect.stringMatching(/as the program that ran it ended/) as string,
    })
    await expectNothingLeft()
  })

  more.testOnce('stops when staff want so, with a report of what was sold until then', async () => {
    const { ended } = await begin()
    await untilPhase('waiting', 'selling')
    await endRehearsalEarly(shop, drop)
    await ended
    expect((await readRehearsal(shop, drop)).rehearsal).toMatchObject({
      state: 'stopped',
      failure: 'Staff stopped it.',
      course: { report: { pieces: 4, oversold: 0 } },
    })
    await expectNothingLeft()
  })

  more.testOnPostgres('says what to grant where the account may not create a database', async () => {
    if (location.engine !== 'postgres') return
    const role = `poor_${randomUUID().slice(0, 8)}`
    await sql`create role ${sql.id(role)} login password 'poor'`.execute(database.db)
    await sql`grant all on all tables in schema public to ${sql.id(role)}`.execute(database.db)
    const url = new URL(location.url)
    url.username = role
    url.password = 'poor'
    const owner = location
    location = { engine: 'postgres', url: url.href }
    const { ended } = await begin()
    await ended
    location = owner
    expect((await readRehearsal(shop, drop)).rehearsal).toMatchObject({
      state: 'failed',
      failure:
        'The account of DATABASE_URL may not create a database, which rehearsing a drop needs: alter role ... createdb.',
    })
    await sql`drop owned by ${sql.id(role)}`.execute(database.db)
    await sql`drop role ${sql.id(role)}`.execute(database.db)
  })
})
