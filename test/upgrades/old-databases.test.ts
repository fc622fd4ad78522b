import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { readFiguresOf } from '#db/backups/figures-of.ts'
import { differences } from '#db/backups/figures.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { migrate, MIGRATIONS } from '#db/migrations/migrate.ts'
import { listOrders } from '#db/orders/order-list.ts'
import { sellOne } from '#test/operations/move/sell-one.ts'

/**
 * Databases that the code of landed versions made, as compressed SQL, named by their last migration: nine orders that
 * expired, or were declined, disputed, cancelled, sent, or refunded in part.
 */
const OLD = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql.gz'))

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'redemption-old-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('there is one of the first version, and one of the version before this one', () => {
  expect(OLD).toEqual(expect.arrayContaining(['036-backups.sql.gz', '049-monitoring.sql.gz']))
})

test.each(OLD)('a shop of %s has the same figures after the update, and sells', async (name) => {
  const place = { engine: 'sqlite', file: join(folder, 'shop.db'), synchronous: 'off' } as const
  const old = new DatabaseSync(place.file)
  old.exec(`begin; ${gunzipSync(readFileSync(join(import.meta.dirname, name))).toString()} commit`)
  old.close()
  const before = await readFiguresOf(place)
  const stock = stockOf(place.file)
  expect(before).toMatchObject({ orders: 9, payments: 9, products: 2 })
  const database = await openDatabase(place)
  try {
    const last = name.replace('.sql.gz', '')
    expect(await migrate(database)).toEqual(Object.keys(MIGRATIONS).filter((migration) => migration > last))
    const after = await readFiguresOf(place)
    const counted = /^(orders|order_lines|payments|refunds|disputes|outbox|products|product_sizes|staff_)/
    const lost = differences(before, after).filter(
      ({ name: figure, before: then, after: now }) =>
        counted.test(figure) && then !== null && now !== null && figure !== 'orders.subtotal_cents',
    )
    expect(lost).toEqual([])
    expect(stockOf(place.file)).toEqual(stock)
    expect(await findBookFaults(database.db)).toEqual([])
    const all = { state: null, from: null, until: null }
    const { orders } = await listOrders(database, { ...all, query: '' }, { limit: 99, offset: 0 })
    expect(orders).toHaveLength(9)
    await sellOne(database)
  } finally {
    await database.close()
  }
})

function stockOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const products = database.prepare('select id, stock from products order by id').all()
    const sizes = database
      .prepare('select product_id, size, stock from product_sizes order by product_id, size')
      .all()
    return [...products, ...sizes]
  } finally {
    database.close()
  }
}
