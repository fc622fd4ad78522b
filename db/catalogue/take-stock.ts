import { sql, type Kysely } from 'kysely'
import type { OrderId, ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Size } from '#domain/catalogue/size.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'
import { appendingMovements, writeMovements, type Movement } from '#db/stock/stock-movements.ts'
import { engineOf } from '#db/engine/engine.ts'
import type { Database } from '#db/schema.ts'
import { onSale } from './on-sale.ts'
import { rows, totalsByProduct, type StockUnits, type TakenUnits } from './stock.ts'

/** The order that the units are held for. Units are taken only while the product still has the price in `prices`. */
export interface Hold extends StockChange {
  orderId: OrderId
  expiresAt: number
  prices: ReadonlyMap<string, Cents>
}

/** What was taken. `soldOut`: a count has come to zero. */
export interface Taken {
  taken: TakenUnits[]
  soldOut: boolean
}

/**
 * Takes units out of stock, all of them or none: null when a unit is not there any more or has another price, and the
 * caller rolls back. The counts of the product and of the size must both allow it; where there is no count, nothing
 * limits, but the product must be on sale. `units` names each product and size once. A `Hold` records that the units
 * are held, and on PostgreSQL a transaction in which it took none cannot be committed any more. What was taken is
 * written to the stock ledger.
 *
 * This is what locks the products until the transaction ends, so it comes as late as it can. On PostgreSQL it is one
 * statement; products are locked in one order, and before their sizes, so that two carts cannot wait for each other.
 * Sizes that staff have written anew while the statement waited are not there for it: the caller looks again and tries
 * once more, or calls `lockProducts` first.
 */
export async function takeStock(
  tx: Kysely<Database>,
  units: readonly StockUnits[],
  change: StockChange | Hold,
): Promise<Taken | null> {
  const found = await (engineOf(tx) === 'postgres'
    ? takeAtOnce(tx, units, change)
    : takeInSteps(tx, units, change))
  if (found.length !== units.length) return null
  return {
    soldOut: found.some(({ ofProduct, ofSize }) => ofProduct === 0 || ofSize === 0),
    taken: found.map(({ productId, size, quantity, ofProduct, ofSize }) => ({
      productId,
      size,
      quantity,
      fromProduct: ofProduct !== null,
      fromSize: ofSize !== null,
    })),
  }
}

/** A piece that was taken, and what is left in the counts; null where nothing is counted. */
interface Found extends StockUnits {
  ofProduct: number | null
  ofSize: number | null
}

async function takeAtOnce(
  tx: Kysely<Database>,
  units: readonly StockUnits[],
  change: StockChange | Hold,
): Promise<Found[]> {
  const hold = holdOf(change)
  const holding =
    hold === undefined
      ? sql``
      : sql`, held as (
          insert into holds (order_id, product_id, size, quantity, from_product, from_size, expires_at)
          select cast(${hold.orderId} as text), id, size, quantity, cast(of_product is not null as integer),
            cast(of_size is not null as integer), cast(${hold.expiresAt} as bigint)
          from taken_sizes)`
  const found = await sql<{
    id: ProductId
    size: Size
    quantity: number
    of_product: number | null
    of_size: number | null
  }>`
    with
      products_wanted (id, quantity, price) as (values ${productRows(units, hold)}),
      sizes_wanted (id, size, quantity) as (values ${sizeRows(units)}),
      locked as materialized (
        select id from products where id in (select id from products_wanted) order by id for no key update),
      taken as (
        update products set stock = products.stock - wanted.quantity
        from products_wanted as wanted join locked on locked.id = wanted.id
        where products.id = wanted.id ${isToBeHad(change.at)}
        returning products.id, products.stock),
      taken_sizes as (
        update product_sizes set stock = product_sizes.stock - wanted.quantity
        from sizes_wanted as wanted join taken on taken.id = wanted.id
        where product_sizes.product_id = wanted.id and product_sizes.size = wanted.size ${isSizeToBeHad}
        returning wanted.id, wanted.size, wanted.quantity, taken.stock as of_product, product_sizes.stock as of_size),
      moved as (${appendingMovements(TAKEN_FROM, change)})
      ${holding}
    ${hold === undefined ? sql`select * from taken_sizes` : orFail(units)}`
    .execute(tx)
    .catch((error: { code?: string }) => {
      if (hold !== undefined && error.code === DIVISION_BY_ZERO) return { rows: [] }
      throw error
    })
  return found.rows.map(({ id, size, quantity, of_product, of_size }) => ({
    productId: id,
    size,
    quantity,
    ofProduct: of_product,
    ofSize: of_size,
  }))
}

/** The counts that a statement on PostgreSQL has lowered, as lines of the ledger. */
const TAKEN_FROM = sql`
  select taken.id, cast(null as text), -wanted.quantity, taken.stock
  from taken join products_wanted as wanted on wanted.id = taken.id where taken.stock is not null
  union all select id, size, -quantity, of_size from taken_sizes where of_size is not null`

/** The counts that were lowered on SQLite. */
function movementsOf(found: readonly Found[]): Movement[] {
  const ofProducts = new Map(found.map(({ productId, ofProduct }) => [productId, ofProduct]))
  const taken = totalsByProduct(found)
  return [
    ...[...ofProducts].flatMap(([productId, after]) =>
      after === null ? [] : [{ productId, size: null, delta: -(taken.get(productId) ?? 0), after }],
    ),
    ...found.flatMap(({ productId, size, quantity, ofSize: after }) =>
      after === null ? [] : [{ productId, size, delta: -quantity, after }],
    ),
  ]
}

const DIVISION_BY_ZERO = '22012'

/**
 * The rows of `taken_sizes`; without all of them the statement fails, and with it the transaction. PostgreSQL does not
 * compute what is not selected.
 */
function orFail(units: readonly StockUnits[]) {
  return sql`select taken_sizes.*, checked.whole
    from (select 1 / cast(count(*) = ${units.length} as integer) as whole from taken_sizes) as checked
    left join taken_sizes on true`
}

async function takeInSteps(
  tx: Kysely<Database>,
  units: readonly StockUnits[],
  change: StockChange | Hold,
): Promise<Found[]> {
  const hold = holdOf(change)
  const products = await sql<{ id: ProductId; stock: number | null }>`
    with wanted (id, quantity, price) as (values ${productRows(units, hold)})
    update products set stock = products.stock - wanted.quantity from wanted
    where products.id = wanted.id ${isToBeHad(change.at)}
    returning products.id as id, products.stock as stock`.execute(tx)
  const sizes = await sql<{ id: ProductId; size: string; stock: number | null }>`
    with wanted (id, size, quantity) as (values ${sizeRows(units)})
    update product_sizes set stock = product_sizes.stock - wanted.quantity from wanted
    where product_sizes.product_id = wanted.id and product_sizes.size = wanted.size ${isSizeToBeHad}
    returning product_sizes.product_id as id, product_sizes.size as size, product_sizes.stock as stock`.execute(
    tx,
  )
  const found = units.flatMap((piece): Found[] => {
    const product = products.rows.find(({ id }) => id === piece.productId)
    const size = sizes.rows.find((row) => row.id === piece.productId && row.size === piece.size)
    return product && size ? [{ ...piece, ofProduct: product.stock, ofSize: size.stock }] : []
  })
  if (found.length !== units.length) return found
  await writeMovements(tx, movementsOf(found), change)
  if (hold === undefined) return found
  const held = found.map(({ productId, size, quantity, ofProduct, ofSize }) => ({
    order_id: hold.orderId,
    product_id: productId,
    size,
    quantity,
    from_product: Number(ofProduct !== null),
    from_size: Number(ofSize !== null),
    expires_at: hold.expiresAt,
  }))
  await tx.insertInto('holds').values(held).execute()
  return found
}

function isToBeHad(now: number) {
  return sql`and ${onSale(now)}
    and (wanted.price = ${sql.lit(ANY_PRICE)} or products.price_cents = wanted.price)
    and (products.stock is null or products.stock >= wanted.quantity)`
}

const isSizeToBeHad = sql`and (product_sizes.stock is null or product_sizes.stock >= wanted.quantity)`

function holdOf(change: StockChange | Hold): Hold | undefined {
  return 'expiresAt' in change ? change : undefined
}

/** Stands for the price where there is no hold: any price will do. */
const ANY_PRICE = -1
/** Stands for the price of a product that the order does not name: nothing costs that, so nothing is taken. */
const NO_PRICE = -2

function productRows(units: readonly StockUnits[], hold: Hold | undefined) {
  return rows(
    [...totalsByProduct(units)].map(([id, quantity]) => [
      id,
      quantity,
      hold ? (hold.prices.get(id) ?? NO_PRICE) : ANY_PRICE,
    ]),
  )
}

function sizeRows(units: readonly StockUnits[]) {
  return rows(units.map(({ productId, size, quantity }) => [productId, size, quantity]))
}
