import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, pendingMigrations } from '#db/migrations/migrate.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { productColumns } from '#db/catalog/product-rows.ts'
import { hoodie } from '#test/support/test-shop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { toProductId } from '#domain/ids.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

describeOnEachDatabase('migrations', (open, { connectAgain }) => {
  test('have nothing left to do on a current database', async () => {
    expect(await migrate(open())).toEqual([])
    expect(await migrate(await connectAgain())).toEqual([])
  })

  test('of a later version are accepted when this version works with its tables', async () => {
    const { db } = open()
    const done = async (name: string) => {
      const timestamp = new Date().toISOString()
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db)
    }
    await done('900-more-columns')
    expect(await migrate(open())).toEqual([])
    await done('901-old-columns-contract')
    await expect(migrate(open())).rejects.toThrow(
      'a later version changed its tables (901-old-columns-contract). Install that version, or go back with npm run rollback.',
    )
  })

  test('of a shop from before 0.2.0 are refused with what to do, and nothing is changed', async () => {
    const { db } = open()
    await sql`delete from kysely_migration where name > '080'`.execute(db)
    await sql`insert into kysely_migration (name, timestamp) values ('001-shop', ''), ('036-backups', '')`.execute(
      db,
    )
    const refusal =
      'its tables are from before 0.2.0 (036-backups). Start the shop once with 0.2.0, or restore this backup with it; then install this version.'
    await expect(migrate(open())).rejects.toThrow(refusal)
    await expect(pendingMigrations(open())).rejects.toThrow(refusal)
    const { rows } = await sql`select name from kysely_migration order by name`.execute(db)
    expect(rows).toEqual([{ name: '001-shop' }, { name: '036-backups' }])
  })

  test('money and times come back as numbers', async () => {
    const { db } = open()
    const now = Date.now()
    await db
      .insertInto('rates')
      .values({
        base: 'CAD',
        quote: 'JPY',
        rate: 110.99,
        as_of: '2026-09-29',
        source: 'test',
        fetched_at: now,
      })
      .execute()
    const row = await db.selectFrom('rates').selectAll().executeTakeFirstOrThrow()
    expect({ rate: row.rate, fetched_at: row.fetched_at }).toEqual({ rate: 110.99, fetched_at: now })
  })

  test('negative stock is refused by the table itself', async () => {
    const { db } = open()
    const product = {
      ...productColumns(hoodie()),
      id: toProductId('tee'),
      version: 1,
      created_at: 0,
      updated_at: 0,
      archived_at: null,
    }
    await expect(
      db
        .insertInto('products')
        .values({ ...product, stock: -1 })
        .execute(),
    ).rejects.toThrow(/check/i)
  })
})

test('two processes that start on a new file at the same time migrate it once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-'))
  const location = { engine: 'sqlite', file: join(folder, 'shop.db'), synchronous: 'off' } as const
  const [one, other] = [await openDatabase(location), await openDatabase(location)]
  const ran = await Promise.all([migrate(one), migrate(other)])
  expect(ran.flat().sort()).toEqual([...new Set(ran.flat())].sort())
  expect(ran.flat()).toContain('082-refunded-pickups')
  await one.close()
  await other.close()
  rmSync(folder, { recursive: true })
})
