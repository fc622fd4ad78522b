import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import { beginTasks, freeAbandonedTasks, leaseCrashSuspect, leaseTasks } from '#db/outbox/outbox-leases.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const NOON = 1_790_000_000_000
const task: OutboxTask = {
  kind: 'order-confirmation',
  payload: { orderId: 'one' },
  dedupeKey: 'order-confirmation:one',
}

describeOnEachDatabase('the outbox', (open, { connectAgain, location }) => {
  test('a task that two processes enqueue at the same time is stored once', async () => {
    const second = await connectAgain()
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) => enqueue((turn % 2 ? second : open()).db, [task], NOON)),
    )
    expect(await leaseTasks(open(), NOON, 50)).toHaveLength(1)
  })

  test('two processes never work on the same task', async () => {
    const second = await connectAgain()
    const tasks = Array.from({ length: 20 }, (_, turn) => ({ ...task, dedupeKey: `task ${turn}` }))
    await enqueue(open().db, tasks, NOON)
    const leased = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => leaseTasks(turn % 2 ? second : open(), NOON, 5)),
    )
    const ids = leased.flat().map(({ id }) => id)
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  test('the tasks of a dead process are released immediately, those of a live one stay leased', async () => {
    const [living, dying] = [await connectAgain(), await connectAgain()]
    // On SQLite there is no other worker process.
    const other = living.engine === 'postgres' ? await connectAgain() : living
    for (const process of new Set([living, dying, other])) {
      process.onForeignChange(() => {})
      await expect.poll(() => process.worker()).not.toBeNull()
    }
    const tasks = ['one', 'two', 'three'].map((dedupeKey) => ({ ...task, dedupeKey }))
    await enqueue(open().db, tasks, NOON)
    await leaseTasks(living, NOON, 1)
    await leaseTasks(other, NOON, 1)
    const left = await leaseTasks(dying, NOON, 1)
    expect(left).toHaveLength(1)
    await dying.close()
    await expect
      .poll(async () => {
        await freeAbandonedTasks(living, NOON)
        return leaseTasks(living, NOON, 5)
      })
      .toEqual(left)
  })

  test('a lease without a number is kept on PostgreSQL, where its process may be alive; on SQLite it counts as abandoned', async () => {
    const database = await connectAgain()
    database.onForeignChange(() => {})
    await expect.poll(() => database.worker()).not.toBeNull()
    await enqueue(database.db, [task], NOON)
    await leaseTasks(database, NOON, 1)
    await database.db.updateTable('outbox').set({ leased_by: null }).execute()
    await freeAbandonedTasks(database, NOON)
    const isLeftAlone = database.engine === 'postgres'
    expect(await leaseTasks(database, NOON, 1)).toHaveLength(isLeftAlone ? 0 : 1)
  })

  test('a process that was disconnected does not take the others for dead when it reconnects', async () => {
    const process = await connectAgain()
    const topics: string[] = []
    process.onForeignChange((topic) => void topics.push(topic))
    await expect.poll(() => process.worker()).not.toBeNull()
    expect(process.canDetectDeadWorkers()).toBe(process.engine === 'postgres')
    if (process.engine === 'postgres')
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%pg_advisory_lock%' and pid <> pg_backend_pid()`.execute(
        open().db,
      )
    else await enqueue(open().db, [task], NOON)
    await expect.poll(() => topics).toEqual(['*'])
    await expect.poll(() => process.worker()).not.toBeNull()
    expect(process.canDetectDeadWorkers()).toBe(false)
  })

  test('a process without a liveness lock leases nothing', async () => {
    const fresh = await openDatabase(location())
    try {
      await enqueue(fresh.db, [task], NOON)
      const isPostgres = fresh.engine === 'postgres'
      expect(await leaseTasks(fresh, NOON, 5)).toHaveLength(isPostgres ? 0 : 1)
      fresh.onForeignChange(() => {})
      await expect.poll(() => fresh.worker()).not.toBeNull()
      expect(await leaseTasks(fresh, NOON, 5)).toHaveLength(isPostgres ? 1 : 0)
    } finally {
      await fresh.close()
    }
  })

  test('a process that lost its lock without noticing leases nothing', async () => {
    const database = { ...open(), worker: () => 7 }
    await enqueue(database.db, [task], NOON)
    expect(await leaseTasks(database, NOON, 5)).toHaveLength(database.engine === 'postgres' ? 0 : 1)
  })

  test('a crash counts as an attempt for the running tasks, and not for those that were only leased', async () => {
    const tasks = ['one', 'two', 'three'].map((dedupeKey) => ({ ...task, dedupeKey }))
    await enqueue(open().db, tasks, NOON)
    const dying = await openDatabase(location())
    dying.onForeignChange(() => {})
    await expect.poll(() => dying.worker()).not.toBeNull()
    const leased = await leaseTasks(dying, NOON, 3)
    await beginTasks(dying, leased.slice(0, 1), NOON)
    await dying.close()
    await expect
      .poll(async () => {
        await freeAbandonedTasks(open(), NOON)
        return leaseTasks(open(), NOON, 5)
      })
      .toEqual(leased.slice(1))
    expect(await leaseCrashSuspect(open(), NOON)).toEqual({ ...leased[0], attempts: 1 })
  })

  test('a task whose lease another process has taken over is not started', async () => {
    await enqueue(open().db, [task], NOON)
    const leased = await leaseTasks(open(), NOON, 1)
    const later = NOON + 60_000
    const other = await connectAgain()
    const taken = await leaseTasks(other, later, 1)
    expect(await beginTasks(open(), leased, later)).toEqual([])
    expect(await beginTasks(other, taken, later)).toEqual([{ ...taken[0], attempts: 1 }])
  })

  /** A shop with two unsent mails about a paid order. */
  async function paidShop(): Promise<TestShop> {
    const shop = await openTestShop(open())
    const product = await shop.catalog.add(hoodie())
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    return shop
  }

  test('mails that were sent but could not be marked as sent are not sent again', async () => {
    const shop = await paidShop()
    const { database } = shop
    const full = new Error('database or disk is full')
    shop.database = {
      ...database,
      db: new Proxy(database.db, {
        get(db, name) {
          if (name === 'updateTable' && shop.mails.length > 0) throw full
          const value: unknown = Reflect.get(db, name)
          return typeof value === 'function' ? value.bind(db) : value
        },
      }),
    }
    await expect(deliverOutbox(shop)).rejects.toBe(full)
    expect(shop.mails).toHaveLength(2)
    shop.pass(2 * 60_000)
    await expect(deliverOutbox(shop)).rejects.toBe(full)
    shop.database = database
    shop.pass(2 * 60_000)
    await deliverOutbox(shop)
    expect(shop.mails).toHaveLength(2)
    expect(await deliverOutbox(shop)).toBe(0)
  })

  test('a slow mail does not delay marking the others as sent', async () => {
    const shop = await paidShop()
    const { send } = shop.mailer
    let letGo = () => {}
    const slow = new Promise<void>((resolve) => (letGo = resolve))
    shop.mailer.send = async (mail) => {
      if (mail.id.startsWith('order-confirmation')) await slow
      await send(mail)
    }
    const delivering = deliverOutbox(shop)
    await expect
      .poll(() =>
        shop.database.db.selectFrom('outbox').select('kind').where('done_at', 'is not', null).execute(),
      )
      .toEqual([{ kind: 'order-notification' }])
    letGo()
    await delivering
    expect(shop.mails).toHaveLength(2)
  })
})
