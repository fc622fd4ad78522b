import { sql, type Kysely } from 'kysely'
import type { OrderId, ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Size } from '#domain/catalogue/size.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'
import { appendingMovements, writeMovements, type Movement } from '#db/stock/stock-movements.ts'
import { engineOf } from '#db/engine/engine.ts'
import { insertRows, compiledStatement } from '#db/engine/compiled-statements.ts'
import type { Database } from '#db/schema.ts'
import { onSale } from './on-sale.ts'
import { totalsByProduct, type StockUnits, type TakenUnits } from './stock.ts'

/** The order that the units are held for. Units are taken only while the product still has the price in `prices`. */
export interface Hold extends StockChange {
  orderId: OrderId
  expiresAt: number
  prices: ReadonlyMap<string, Cents>
}

/** What was taken. `soldOut`: a count has reached zero. */
export interface Taken {
  taken: TakenUnits[]
  soldOut: boolean
}

/**
 * Takes units out of stock, all of them or none: null when a unit is gone or has another price, and the caller then
 * rolls back. The counts of the product and of the size must both allow it; where there is no count there is no limit,
 * but the product must be on sale. `units` names each product and size once. A `Hold` records that the units are held,
 * and on PostgreSQL a transaction in which it took none can no longer be committed. What was taken is written to the
 * stock ledger.
 *
 * This is what locks the products until the transaction ends, so call it as late as possible. On PostgreSQL it is one
 * statement; products are locked in one order, and before their sizes, so that two carts cannot wait for each other.
 * Sizes that staff rewrote while the statement waited look missing to it: the caller then reads the products again and
 * retries once, or calls `lockProducts` first.
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

/** Units that were taken, and the remaining counts; null where nothing is counted. */
interface Found extends StockUnits {
  ofProduct: number | null
  ofSize: number | null
}

async function takeAtOnce(
  tx: Kysely<Database>,
  units: readonly StockUnits[],
  change: StockChange | Hold,
): Promise<Found[]> {
  const { values, shape } = toTake(units, change)
  const found = await takeWhole(tx, values, shape).catch((error: { code?: string }) => {
    if ('expiresAt' in change && error.code === DIVISION_BY_ZERO) return { rows: [] }
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

interface TakenRow {
  id: ProductId
  size: Size
  quantity: number
  of_product: number | null
  of_size: number | null
}

const takeWhole = compiledStatement<ToTake, TakenRow>((_, values, text) => {
  const shape = shapeIn(text)
  const holding = shape.isHeld
    ? sql`, held as (
          insert into holds (order_id, product_id, size, quantity, from_product, from_size, expires_at)
          select cast(${values.orderId} as text), id, size, quantity, cast(of_product is not null as integer),
            cast(of_size is not null as integer), cast(${values.expiresAt} as bigint)
          from taken_sizes)`
    : sql``
  return sql<TakenRow>`
    with
      products_requested (id, quantity, price) as (values ${productRows(values, shape)}),
      sizes_requested (id, size, quantity) as (values ${sizeRows(values, shape)}),
      ${takingStock(values.at)},
      moved as (${appendingMovements(TAKEN_FROM, values)})
      ${holding}
    ${shape.isHeld ? orFail(shape.units) : sql`select ${TAKEN_COLUMNS} from taken_sizes`}`
})

const TAKEN_COLUMNS = sql.raw('id, size, quantity, of_product, of_size')

/** The counts that a statement on PostgreSQL has lowered, as lines of the ledger. */
const TAKEN_FROM = sql`
  select taken.id, cast(null as text), -requested.quantity, taken.stock
  from taken join products_requested as requested on requested.id = taken.id where taken.stock is not null
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

/** The error code by which PostgreSQL reports that not all units were available. */
export const DIVISION_BY_ZERO = '22012'

/**
 * Returns the rows of `taken_sizes`. When rows are missing, a division by zero fails the statement and with it the
 * transaction. `whole` is selected because PostgreSQL does not compute what is not.
 */
function orFail(units: number) {
  return sql`select ${TAKEN_COLUMNS}, checked.whole
    from (select 1 / cast(count(*) = ${sql.lit(units)} as integer) as whole from taken_sizes) as checked
    left join taken_sizes on true`
}

const takeOfProducts = compiledStatement<ToTake, { id: ProductId; stock: number | null }>(
  (_, values, shape) => sql`
    with requested (id, quantity, price) as (values ${productRows(values, shapeIn(shape))})
    update products set stock = products.stock - requested.quantity from requested
    where products.id = requested.id ${isAvailable(values.at)}
    returning products.id as id, products.stock as stock`,
)

const takeOfSizes = compiledStatement<ToTake, { id: ProductId; size: string; stock: number | null }>(
  (_, values, shape) => sql`
    with requested (id, size, quantity) as (values ${sizeRows(values, shapeIn(shape))})
    update product_sizes set stock = product_sizes.stock - requested.quantity from requested
    where product_sizes.product_id = requested.id and product_sizes.size = requested.size ${isSizeAvailable}
    returning product_sizes.product_id as id, product_sizes.size as size, product_sizes.stock as stock`,
)

async function takeInSteps(
  tx: Kysely<Database>,
  units: readonly StockUnits[],
  change: StockChange | Hold,
): Promise<Found[]> {
  const { values, shape } = toTake(units, change)
  const products = await takeOfProducts(tx, values, shape)
  const sizes = await takeOfSizes(tx, values, shape)
  const found = units.flatMap((line): Found[] => {
    const product = products.rows.find(({ id }) => id === line.productId)
    const size = sizes.rows.find((row) => row.id === line.productId && row.size === line.size)
    return product && size ? [{ ...line, ofProduct: product.stock, ofSize: size.stock }] : []
  })
  if (found.length !== units.length) return found
  await writeMovements(tx, movementsOf(found), change)
  if (!('expiresAt' in change)) return found
  const held = found.map(({ productId, size, quantity, ofProduct, ofSize }) => ({
    order_id: change.orderId,
    product_id: productId,
    size,
    quantity,
    from_product: Number(ofProduct !== null),
    from_size: Number(ofSize !== null),
    expires_at: change.expiresAt,
  }))
  await insertRows(tx, 'holds', held)
  return found
}

/**
 * Takes `products_requested` and `sizes_requested` out of stock on PostgreSQL, as `taken` and `taken_sizes`, with the
 * counts that are left.
 */
export function takingStock(now: number) {
  return sql`
      locked as materialized (
        select id from products where id in (select id from products_requested) order by id for no key update),
      taken as (
        update products set stock = products.stock - requested.quantity
        from products_requested as requested join locked on locked.id = requested.id
        where products.id = requested.id ${isAvailable(now)}
        returning products.id, products.stock),
      taken_sizes as (
        update product_sizes set stock = product_sizes.stock - requested.quantity
        from sizes_requested as requested join taken on taken.id = requested.id
        where product_sizes.product_id = requested.id and product_sizes.size = requested.size ${isSizeAvailable}
        returning requested.id, requested.size, requested.quantity,
          taken.stock as of_product, product_sizes.stock as of_size)`
}

/** The condition under which a product is on sale at the expected price and has the requested units. */
function isAvailable(now: number) {
  return sql`and ${onSale(now)}
    and (requested.price = ${sql.lit(ANY_PRICE)} or products.price_cents = requested.price)
    and (products.stock is null or products.stock >= requested.quantity)`
}

/** The condition under which a size has the requested units. */
const isSizeAvailable = sql`and (product_sizes.stock is null or product_sizes.stock >= requested.quantity)`

/** Used as the price when there is no hold: any price is accepted. */
const ANY_PRICE = -1
/** Used as the price of a product that the order does not name: no product has this price, so nothing is taken. */
export const NO_PRICE = -2

/** What the statements need: the change, and each cell of their rows, by list (products or sizes), row and column. */
type ToTake = StockChange & { expiresAt: number | null } & Record<
    `${'p' | 's'}${number}.${number}`,
    string | number
  >

interface Shape {
  products: number
  units: number
  isHeld: boolean
}

function toTake(units: readonly StockUnits[], change: StockChange | Hold): { values: ToTake; shape: string } {
  const hold = 'expiresAt' in change ? change : null
  const products = [...totalsByProduct(units)].map(([id, quantity]) => [
    id,
    quantity,
    hold ? (hold.prices.get(id) ?? NO_PRICE) : ANY_PRICE,
  ])
  const sizes = units.map(({ productId, size, quantity }) => [productId, size, quantity])
  return {
    values: { ...change, expiresAt: hold && hold.expiresAt, ...cells('p', products), ...cells('s', sizes) },
    shape: `${products.length} ${units.length} ${hold ? 'held' : ''}`,
  }
}

function shapeIn(text: string): Shape {
  const [products, units, held] = text.split(' ')
  return { products: Number(products), units: Number(units), isHeld: held === 'held' }
}

function cells(table: 'p' | 's', rows: readonly (string | number)[][]) {
  return Object.fromEntries(
    rows.flatMap((row, at) => row.map((cell, column) => [`${table}${at}.${column}` as const, cell])),
  )
}

function productRows(values: ToTake, { products }: Shape) {
  return rowsOf(values, 'p', products, ['text', 'integer', 'integer'])
}

function sizeRows(values: ToTake, { units }: Shape) {
  return rowsOf(values, 's', units, ['text', 'text', 'integer'])
}

/** Rows of a `values` list, with the types that PostgreSQL cannot guess. */
function rowsOf(values: ToTake, table: 'p' | 's', count: number, types: readonly ('text' | 'integer')[]) {
  const rows = Array.from({ length: count }, (_, at) =>
    types.map((type, column) => sql`cast(${values[`${table}${at}.${column}`]} as ${sql.raw(type)})`),
  )
  return sql.join(rows.map((row) => sql`(${sql.join(row)})`))
}
