import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { startPostgres, type PostgresServer } from '#test/support/postgres/postgres-server.ts'
import { hoodie, openTestShop } from '#test/support/test-shop.ts'

let folder: string
let servers: PostgresServer[]
let databases: ShopDatabase[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-log-'))
  chmodSync(folder, 0o777) // the server runs as another account
  servers = []
  databases = []
})
afterEach(async () => {
  for (const database of databases) await database.close()
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(options: Parameters<typeof startPostgres>[0]): Promise<PostgresServer> {
  const server = await startPostgres(options)
  servers.push(server)
  return server
}

async function open(server: PostgresServer): Promise<ShopDatabase> {
  const database = await openDatabase({ engine: 'postgres', url: server.url('postgres') })
  databases.push(database)
  return database
}

/** As docs/operating/back-up.md says it. */
test('a base backup of PostgreSQL with its archived log contains the order that was paid after it', async () => {
  const archive_command = `test ! -f ${folder}/%f && cp %p ${folder}/%f`
  const first = await serve({
    settings: { archive_mode: 'on', archive_command, fsync: 'on', full_page_writes: 'on' },
  })
  const database = await open(first)
  await migrate(database)
  const shop = await openTestShop(database)
  const product = await shop.catalog.add(hoodie({ stock: 5 }))
  const base = join(folder, 'base')
  first.run('pg_basebackup', [
    '-d',
    first.url('postgres'),
    '-D',
    base,
    '--checkpoint=fast',
    '--wal-method=stream',
  ])
  first.run('pg_verifybackup', [base])

  const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
  await shop.gateway.confirm(clientSecret, PAYS)
  await deliverWebhooks(shop)
  const archived = () => readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const before = archived().length
  // What archive_timeout does after five seconds.
  await sql`select pg_switch_wal()`.execute(database.db)
  await vi.waitFor(() => expect(archived().length).toBeGreaterThan(before), { timeout: 30_000 })
  await database.close()
  databases = []
  await first.stop()
  servers = []

  writeFileSync(join(base, 'recovery.signal'), '')
  const second = await serve({
    base,
    settings: { restore_command: `cp ${folder}/%f %p`, hot_standby: 'off' },
  })
  const restored = await open(second)
  const orders = await restored.db.selectFrom('orders').select('state').execute()
  expect(orders).toEqual([{ state: 'paid' }])
  const { stock } = await restored.db.selectFrom('products').select('stock').executeTakeFirstOrThrow()
  expect(stock).toBe(4)
})
