import { sql, type Kysely } from 'kysely'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import { appendingListedMovements } from '#db/stock/stock-movements.ts'
import type { OrderId, ProductId } from '#domain/ids.ts'
import type { Database } from '#db/schema.ts'
import { DIVISION_BY_ZERO, NO_PRICE, takingStock, type Hold } from './take-stock.ts'
import type { StockUnits } from './stock.ts'

/** What one order holds. Reason, actor and times are those of the first order of a statement. */
export interface OrderHold {
  units: readonly StockUnits[]
  hold: Hold
}

interface Values {
  turns: number[]
  orders: OrderId[]
  products: ProductId[]
  sizes: string[]
  quantities: number[]
  prices: number[]
  reason: string
  by: string
  at: number
  expiresAt: number
}

/**
 * `takeStock` for the holds of several orders in one statement on PostgreSQL, as if they were taken one after the
 * other. It takes all units, or the statement and its transaction fail, and it returns null. Returns the orders for
 * which a count has reached zero.
 */
export async function takeStockTogether(
  tx: Kysely<Database>,
  holds: readonly [OrderHold, ...OrderHold[]],
): Promise<ReadonlySet<OrderId> | null> {
  const [{ hold }] = holds
  const requested = holds.flatMap(({ units, hold: { orderId, prices } }, turn) =>
    units.map((line) => ({ ...line, turn, orderId, price: prices.get(line.productId) ?? NO_PRICE })),
  )
  const values: Values = {
    turns: requested.map(({ turn }) => turn),
    orders: requested.map(({ orderId }) => orderId),
    products: requested.map(({ productId }) => productId),
    sizes: requested.map(({ size }) => size),
    quantities: requested.map(({ quantity }) => quantity),
    prices: requested.map(({ price }) => price),
    reason: hold.reason,
    by: hold.by,
    at: hold.at,
    expiresAt: hold.expiresAt,
  }
  try {
    const { rows } = await takeAll(tx, values)
    return new Set(rows.map(({ order_id }) => order_id))
  } catch (error) {
    if ((error as { code?: string }).code === DIVISION_BY_ZERO) return null
    throw error
  }
}

/**
 * Each count is changed once, and its movements record what was left after each order. A product for which two orders
 * have different prices is not taken.
 */
const takeAll = compiledStatement<Values, { order_id: OrderId }>(
  (_, values) => sql<{ order_id: OrderId }>`
    with
      requested as materialized (
        select turn, order_id, id, size, quantity, price from unnest(${list(values.turns, 'integer')}, ${list(values.orders, 'text')},
          ${list(values.products, 'text')}, ${list(values.sizes, 'text')},
          ${list(values.quantities, 'integer')}, ${list(values.prices, 'integer')})
          as requested (turn, order_id, id, size, quantity, price)),
      products_requested as materialized (
        select id, cast(sum(quantity) as integer) as quantity, min(price) as price from requested
        group by id having min(price) = max(price)),
      sizes_requested as materialized (
        select id, size, cast(sum(quantity) as integer) as quantity from requested group by id, size),
      ${takingStock(values.at)},
      lowered as (
        select turn, order_id, id, cast(null as text) as size, cast(sum(quantity) as integer) as quantity, stock
        from requested join taken using (id) where stock is not null group by turn, order_id, id, stock
        union all
        select turn, order_id, id, size, requested.quantity, of_size
        from requested join taken_sizes using (id, size) where of_size is not null),
      movements as (
        select turn, order_id, id, size, quantity,
          stock - quantity + sum(quantity) over (partition by id, size order by turn desc) as count_after
        from lowered),
      moved as (${appendingListedMovements(
        sql`select id, size, -quantity, count_after, order_id from movements order by turn, size nulls first`,
        values,
      )}),
      held as (
        insert into holds (order_id, product_id, size, quantity, from_product, from_size, expires_at)
        select order_id, id, size, requested.quantity, cast(of_product is not null as integer),
          cast(of_size is not null as integer), cast(${values.expiresAt} as bigint)
        from requested join taken_sizes using (id, size)),
      checked as (
        select 1 / cast(count(*) = (select count(*) from sizes_requested) as integer) as whole from taken_sizes)
    select order_id, whole from checked left join lowered on stock = 0`,
)

/**
 * A list of values, in a subquery that hides its length from the planner: otherwise PostgreSQL would plan again for
 * each length.
 */
function list(values: readonly unknown[], type: 'text' | 'integer') {
  return sql`(select cast(${values} as ${sql.raw(type)}[]))`
}
