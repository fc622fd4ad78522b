import { sql, type Kysely } from 'kysely'
import type { Size } from '#domain/catalogue/size.ts'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'

/** So many pieces of one size of a product. */
export interface StockUnits {
  productId: ProductId
  size: Size
  quantity: number
}

/** Pieces that were taken, and out of which counts: only those get them back. */
export interface TakenUnits extends StockUnits {
  fromProduct: boolean
  fromSize: boolean
}

/**
 * Keeps others from changing the counts of these products until the transaction ends. Products are locked in one order
 * everywhere, and before their sizes, so that two carts cannot wait for each other.
 */
export async function lockProducts(
  tx: Kysely<Database>,
  units: readonly { productId: ProductId }[],
): Promise<void> {
  if (units.length === 0) return
  await tx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', [...new Set(units.map(({ productId }) => productId))])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Puts pieces back into the counts that they were taken from. `backInStock`: a count has left zero. */
export async function returnStock(
  tx: Kysely<Database>,
  units: readonly TakenUnits[],
): Promise<{ backInStock: boolean }> {
  const ofProducts = totalsByProduct(units.filter(({ fromProduct }) => fromProduct))
  const ofSizes = units.filter(({ fromSize }) => fromSize)
  const backInStock = [await returnToProducts(tx, ofProducts), await returnToSizes(tx, ofSizes)]
  return { backInStock: backInStock.includes(true) }
}

async function returnToProducts(
  tx: Kysely<Database>,
  byProduct: ReadonlyMap<string, number>,
): Promise<boolean> {
  if (byProduct.size === 0) return false
  const products = await sql<{ id: ProductId; stock: number }>`
    update products set stock = products.stock + given.column2
    from (values ${rows([...byProduct])}) as given
    where products.id = given.column1 and products.stock is not null
    returning products.id as id, products.stock as stock`.execute(tx)
  return products.rows.some(({ id, stock }) => stock === byProduct.get(id))
}

async function returnToSizes(tx: Kysely<Database>, units: readonly StockUnits[]): Promise<boolean> {
  if (units.length === 0) return false
  const sizes = await sql<{ id: ProductId; size: string; stock: number }>`
    update product_sizes set stock = product_sizes.stock + given.column3
    from (values ${rows(units.map((piece) => [piece.productId, piece.size, piece.quantity]))}) as given
    where product_sizes.product_id = given.column1 and product_sizes.size = given.column2
      and product_sizes.stock is not null
    returning product_sizes.product_id as id, product_sizes.size as size, product_sizes.stock as stock`.execute(
    tx,
  )
  const givenOf = (id: ProductId, size: string) =>
    units.find((piece) => piece.productId === id && piece.size === size)?.quantity
  return sizes.rows.some(({ id, size, stock }) => stock === givenOf(id, size))
}

/** How many pieces of each product these are, whatever their size. */
export function totalsByProduct(units: readonly StockUnits[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { productId, quantity } of units) totals.set(productId, (totals.get(productId) ?? 0) + quantity)
  return totals
}

/** Rows of a `values` list, with the types that PostgreSQL cannot guess. */
export function rows(values: (string | number)[][]) {
  return sql.join(
    values.map((row) => {
      const cells = row.map((value) =>
        typeof value === 'number' ? sql`cast(${value} as integer)` : sql`cast(${value} as text)`,
      )
      return sql`(${sql.join(cells)})`
    }),
  )
}
