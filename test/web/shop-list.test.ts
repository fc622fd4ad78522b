import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { cents } from '#domain/money.ts'
import { CATEGORIES } from '#domain/catalog/category.ts'
import { unitsLeft } from '#domain/catalog/product.ts'
import { SIZES } from '#domain/catalog/size.ts'
import { SHOP_SORTS } from '#domain/catalog/shop-list.ts'
import type { ShopProductQuery } from '#providers/catalog/catalog.ts'
import { draftOf } from '#providers/catalog/catalog.contract.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { listedRows } from '#providers/catalog/sql-listed-products.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const units = fc.option(fc.integer({ min: 0, max: 2 }))
const sized = fc.uniqueArray(fc.record({ size: fc.constantFrom(...SIZES), stock: units }), {
  selector: ({ size }) => size,
})

describeOnEachDatabase('The list of the shop', (open) => {
  test('the size filter finds exactly the products with stock in that size', async () => {
    const catalog = new SqlCatalog(open())
    const { id } = await catalog.add(draftOf())
    let version = 1
    await fc.assert(
      fc.asyncProperty(units, sized, fc.constantFrom(...SIZES), async (stock, sizes, size) => {
        const product = draftOf({ stock, sizes, pictures: [] })
        await catalog.update(id, version, product)
        version += 1
        const { total } = await catalog.list({ size, limit: 1, offset: 0 })
        expect(total).toBe(unitsLeft(product, size) === 0 ? 0 : 1)
      }),
      { numRuns: 60 },
    )
  })

  test('every sort order uses an index, so that a page of a large catalogue reads only its rows', async () => {
    const database = open()
    const catalog = new SqlCatalog(database)
    await fillWith(database, 4_000)
    for (const { value: sort } of SHOP_SORTS) {
      for (const category of [undefined, 'Hoodies'] as const) {
        const query = { sort, ...(category && { category }), size: 'M', limit: 45, offset: 0 } as const
        const plan = await planOf(database, query)
        expect(plan).toMatch(/index (scan( backward)? using )?products_(listed|by_)/i)
        expect(plan).not.toMatch(/temp b-tree|\bsort\b/i)
      }
    }
    const { products, total } = await catalog.listed({
      category: 'Hoodies',
      sort: 'price-asc',
      limit: 2,
      offset: 0,
    })
    expect({ price: products[0]?.price, total }).toEqual({ price: cents(1), total: 1_000 })
  })
})

async function fillWith({ db }: ShopDatabase, count: number): Promise<void> {
  const numbers = sql`with recursive numbers(n) as
    (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})`
  const category = sql.join(
    CATEGORIES.map(({ value }, n) => sql`when ${sql.lit(n)} then ${sql.lit(value)}`),
    sql` `,
  )
  await sql`insert into products
    (id, name, price_cents, category, description, stock, version, created_at, updated_at, archived_at)
    ${numbers} select 'p' || n, 'Piece ' || n, n, case n % 4 ${category} end, '', null, 1, n, n, null
    from numbers`.execute(db)
  await sql`insert into product_sizes (product_id, size, stock)
    ${numbers} select 'p' || n, 'M', null from numbers`.execute(db)
  await sql`analyze`.execute(db)
}

/** The query plan of a page. */
async function planOf({ db, engine }: ShopDatabase, query: ShopProductQuery): Promise<string> {
  const { sql: text, parameters } = listedRows(db, query, Date.now()).compile()
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
  return JSON.stringify(rows, null, 1)
}
