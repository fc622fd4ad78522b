import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#db/engine/open-database.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readOnly } from '#test/support/read-only.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('/ready', (open, { location }) => {
  let shop: TestShop
  let served: ServedShop
  beforeEach(async () => {
    shop = await openTestShop(open())
    shop.settings.dataDir = tmpdir()
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const read = async () => {
    const answer = await fetch(`${served.url}/ready`)
    const { headers, status } = answer
    return {
      status,
      type: headers.get('content-type'),
      kept: headers.get('cache-control'),
      body: await answer.json(),
    }
  }
  const all = { status: 'ready', database: 'works', disk: 'works', queues: 'works' }

  test('says that the shop can sell, and what each need of it does', async () => {
    expect(await read()).toEqual({ status: 200, type: 'application/json', kept: 'no-store', body: all })
  })

  test('is a 503 when the database takes no writes, while /health says that the process lives', async () => {
    const stuck = await openDatabase(readOnly(location()))
    if (stuck.engine === 'sqlite') await sql`pragma query_only = on`.execute(stuck.db)
    shop.database = stuck
    expect(await read()).toMatchObject({
      status: 503,
      body: { ...all, status: 'not-ready', database: 'fails' },
    })
    expect((await fetch(`${served.url}/health`)).status).toBe(200)
    await stuck.close()
  })

  test('is a 503 when the database does not answer in time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const tx = open()
      .db.transaction()
      .execute(async (held) => {
        await held.insertInto('settings').values({ name: 'write-probe', value: 'held' }).execute()
        await promise
      })
    expect(await read()).toMatchObject({ status: 503, body: { database: 'fails' } })
    resolve()
    await tx
    await expect.poll(read).toMatchObject({ status: 200 })
  })

  test('is a 503 when the disk is full', async () => {
    shop.settings.dataDir = '/proc' // has no room
    expect(await read()).toMatchObject({ status: 503, body: { ...all, status: 'not-ready', disk: 'fails' } })
  })

  test('is a 503 while the queue of orders is full', async () => {
    shop.placements.isFull = () => true
    expect(await read()).toMatchObject({
      status: 503,
      body: { ...all, status: 'not-ready', queues: 'fails' },
    })
  })

  test('is a 503 from the moment that the shop stops, without asking the database', async () => {
    served.health.open = false
    expect(await read()).toMatchObject({ status: 503, body: { status: 'closed' } })
  })
})
