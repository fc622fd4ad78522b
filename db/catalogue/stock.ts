import { sql, type Kysely, type RawBuilder } from 'kysely'
import { engineOf } from '#db/engine/engine.ts'
import { appendingMovements, writeMovements, type Movement } from '#db/stock/stock-movements.ts'
import type { Size } from '#domain/catalogue/size.ts'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'

/** A number of units of one size of a product. */
export interface StockUnits {
  productId: ProductId
  size: Size
  quantity: number
}

/** Units that were taken, and the counts that they were taken from: only these get them back. */
export interface TakenUnits extends StockUnits {
  fromProduct: boolean
  fromSize: boolean
}

/**
 * Locks the counts of these products until the transaction ends. Products are always locked in the same order, and
 * before their sizes, so that two carts cannot wait for each other.
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

/** Puts units back into the counts that they were taken from. `backInStock`: a count has left zero. */
export async function returnStock(
  tx: Kysely<Database>,
  units: readonly TakenUnits[],
  change: StockChange,
): Promise<{ backInStock: boolean }> {
  const ofProducts = [...totalsByProduct(units.filter(({ fromProduct }) => fromProduct))]
  const ofSizes = units.filter(({ fromSize }) => fromSize)
  const returned = [
    ...(ofProducts.length === 0 ? [] : await returnTo(tx, productsGetting(ofProducts), change)),
    ...(ofSizes.length === 0 ? [] : await returnTo(tx, sizesGetting(ofSizes), change)),
  ]
  return { backInStock: returned.some(({ delta, after }) => delta === after) }
}

/** An update of counts. `given`: the units that each count gets. */
interface Returning {
  given: RawBuilder<unknown>
  update: RawBuilder<unknown>
  moved: RawBuilder<unknown>
  quantityOf(productId: ProductId, size: Size | null): number
}

function productsGetting(given: readonly [string, number][]): Returning {
  const quantities = new Map(given)
  return {
    given: sql`given (product_id, quantity) as (values ${rows(given.map((row) => [...row]))})`,
    update: sql`update products set stock = products.stock + given.quantity from given
      where products.id = given.product_id and products.stock is not null
      returning products.id as product_id, null as size, products.stock as stock`,
    moved: sql`select returned.product_id, cast(null as text), given.quantity, returned.stock
      from returned join given on given.product_id = returned.product_id`,
    quantityOf: (productId) => quantities.get(productId) ?? 0,
  }
}

function sizesGetting(units: readonly StockUnits[]): Returning {
  const given = units.map(({ productId, size, quantity }) => [productId, size, quantity])
  return {
    given: sql`given (product_id, size, quantity) as (values ${rows(given)})`,
    update: sql`update product_sizes set stock = product_sizes.stock + given.quantity from given
      where product_sizes.product_id = given.product_id and product_sizes.size = given.size
        and product_sizes.stock is not null
      returning product_sizes.product_id as product_id, product_sizes.size as size, product_sizes.stock as stock`,
    moved: sql`select returned.product_id, returned.size, given.quantity, returned.stock
      from returned join given on given.product_id = returned.product_id and given.size = returned.size`,
    quantityOf: (productId, size) =>
      units.find((line) => line.productId === productId && line.size === size)?.quantity ?? 0,
  }
}

/** Raises counts and writes the ledger: on PostgreSQL in one statement. */
async function returnTo(
  tx: Kysely<Database>,
  { given, update, moved, quantityOf }: Returning,
  change: StockChange,
): Promise<Movement[]> {
  const atOnce = engineOf(tx) === 'postgres'
  const statement = atOnce
    ? sql`with ${given}, returned as (${update}), moved as (${appendingMovements(moved, change)})
        select product_id, size, stock from returned`
    : sql`with ${given} ${update}`
  const { rows: found } = await (
    statement as RawBuilder<{ product_id: ProductId; size: Size | null; stock: number }>
  ).execute(tx)
  const movements = found.map(({ product_id: productId, size, stock: after }) => ({
    productId,
    size,
    delta: quantityOf(productId, size),
    after,
  }))
  if (!atOnce) await writeMovements(tx, movements, change)
  return movements
}

/** How many units of each product these are, whatever their size. */
export function totalsByProduct(units: readonly StockUnits[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { productId, quantity } of units) totals.set(productId, (totals.get(productId) ?? 0) + quantity)
  return totals
}

/** Rows of a `values` list, with the types that PostgreSQL cannot guess. */
function rows(values: (string | number)[][]) {
  return sql.join(
    values.map((row) => {
      const cells = row.map((value) =>
        typeof value === 'number' ? sql`cast(${value} as integer)` : sql`cast(${value} as text)`,
      )
      return sql`(${sql.join(cells)})`
    }),
  )
}
