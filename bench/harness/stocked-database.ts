import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { cents } from '#domain/money.ts'
import { CATEGORIES } from '#domain/catalog/category.ts'
import type { Picture, Product } from '#domain/catalog/product.ts'
import { SIZES } from '#domain/catalog/size.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'

/** The migrated database of a stopped shop: in `dataDir`, or at `url`. */
export async function openShopDatabase(dataDir: string, url?: string): Promise<ShopDatabase> {
  const database = await openDatabase(
    url === undefined
      ? { engine: 'sqlite', file: join(dataDir, 'shop.db'), synchronous: 'full' }
      : { engine: 'postgres', url },
  )
  await migrate(database)
  return database
}

/** Adds products in every size with `stock` units each; every other product has size counts too. */
export async function addProducts(
  database: ShopDatabase,
  { count, stock, pictures }: { count: number; stock: number; pictures: readonly Picture[] },
): Promise<Product[]> {
  const catalog = new SqlCatalog(database)
  const products: Product[] = []
  for (let made = 0; made < count; made += 1) {
    const category = CATEGORIES[made % CATEGORIES.length]?.value ?? 'T-Shirts'
    const sizeStock = made % 2 === 0 ? null : Math.floor(stock / SIZES.length)
    const product = await catalog.add(
      withEmptyFields({
        name: `Bench piece ${made + 1}`,
        price: cents(19_00 + made * 50),
        category,
        description: 'Made for a measurement. Heavy cotton, cut straight, printed in one colour.',
        stock: sizeStock === null ? stock : sizeStock * SIZES.length,
        sizes: SIZES.map((size) => ({ size, stock: sizeStock })),
        pictures: pictures.length > 0 ? [pictures[made % pictures.length] as Picture] : [],
      }),
    )
    products.push(product)
  }
  return products
}

/** Makes the database and products of a checkout with its own code, so that an earlier one has its own tables. */
export function stockShop(
  root: string,
  { dataDir, url }: { dataDir: string; url: string | undefined },
  { count, stock }: { count: number; stock: number },
): Product[] {
  const place = JSON.stringify([dataDir, url].filter((part) => part !== undefined))
  const code = `
    import { addProducts, openShopDatabase } from './bench/harness/stocked-database.ts'
    const database = await openShopDatabase(...${place})
    const products = await addProducts(database, { count: ${count}, stock: ${stock}, pictures: [] })
    await database.close()
    console.log(JSON.stringify(products))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: root })
  return JSON.parse(printed.toString()) as Product[]
}
