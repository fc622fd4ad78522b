import { sql, type Kysely } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import type { Database } from '#db/schema.ts'
import { announce } from '#db/webhooks/announce.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { ProductId } from '#domain/ids.ts'
import type { CountChange, StockChange, StockMovement } from '#domain/stock/stock-change.ts'

/** Movements on one page. */
export const MOVEMENTS_PER_PAGE = 50

/** A count of a product, or of one of its sizes, that has changed. */
export interface Movement extends CountChange {
  productId: ProductId
}

/** Appends to the ledger. */
export async function writeMovements(
  tx: Kysely<Database>,
  movements: readonly (Movement & StockChange)[],
): Promise<void> {
  const rows = movements.map(({ productId, size, delta, after, reason, by, orderId, deliveryId, at }) => ({
    product_id: productId,
    size,
    delta,
    count_after: after,
    reason,
    actor: by,
    order_id: orderId,
    delivery_id: deliveryId ?? null,
    at,
  }))
  await Promise.all([
    insertRows(tx, 'stock_movements', rows),
    announce(
      tx,
      movements.map(({ productId, size, delta, after, reason, at }) => ({
        topic: 'stock.changed',
        thing: `product:${productId}`,
        facts: { size, delta, stock: after, reason },
        at,
      })),
    ),
  ])
}

/** Movements of a product, the newest first; `before`: only those with a smaller id. One more than a page at most. */
export async function listMovements(
  db: Kysely<Database>,
  productId: ProductId,
  before: number | null,
): Promise<StockMovement[]> {
  const rows = await movements(db)
    .where('product_id', '=', productId)
    .$if(before !== null, (all) => all.where('stock_movements.id', '<', before))
    .orderBy('stock_movements.id', 'desc')
    .limit(MOVEMENTS_PER_PAGE + 1)
    .execute()
  return rows.map(movementOf)
}

/** The whole ledger, the oldest first, in batches. */
export async function* walkMovements(
  db: Kysely<Database>,
  batch: number,
): AsyncGenerator<(StockMovement & { productId: ProductId })[]> {
  for (let last = 0; ;) {
    const rows = await movements(db)
      .where('stock_movements.id', '>', last)
      .orderBy('stock_movements.id')
      .limit(batch)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
    yield rows.map((row) => ({ ...movementOf(row), productId: row.product_id }))
  }
}

function movements(db: Kysely<Database>) {
  return db
    .selectFrom('stock_movements')
    .leftJoin('orders', 'orders.id', 'stock_movements.order_id')
    .selectAll('stock_movements')
    .leftJoin('deliveries', 'deliveries.id', 'stock_movements.delivery_id')
    .select(['orders.number', 'deliveries.name as deliveryName'])
}

type Row = Awaited<ReturnType<ReturnType<typeof movements>['execute']>>[number]

function movementOf(row: Row): StockMovement {
  return {
    id: row.id,
    size: row.size,
    delta: row.delta,
    after: row.count_after,
    reason: row.reason,
    by: row.actor,
    orderNumber: row.number,
    delivery: row.delivery_id && { id: row.delivery_id, name: row.deliveryName ?? '' },
    at: row.at,
  }
}

/** A count that is not the sum of its movements. `size`: null for the product's own count. */
export interface LedgerDifference {
  productId: ProductId
  size: Size | null
  /** The sum of the movements minus the count. */
  units: number
}

/** Up to `most` counts that are not the sum of their movements; a count that is not tracked counts as zero. */
export async function findLedgerDifferences(db: Kysely<Database>, most = 1_000): Promise<LedgerDifference[]> {
  const { rows } = await sql<{ product_id: ProductId; size: Size | null; units: number }>`
    select product_id, size, sum(delta) as units from (
      select product_id, size, delta from stock_movements
      union all select id, null, -stock from products where stock is not null
      union all select product_id, size, -stock from product_sizes where stock is not null
    ) as everything
    group by product_id, size having sum(delta) <> 0
    order by product_id, size limit ${most}`.execute(db)
  return rows.map(({ product_id, size, units }) => ({ productId: product_id, size, units: Number(units) }))
}

/** The number of the last movement; 0 when there is none. */
export async function readLedgerPosition(db: Kysely<Database>): Promise<number> {
  const { last } = await db
    .selectFrom('stock_movements')
    .select((e) => e.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** Whether a product was counted after this point of the ledger. */
export async function hasBeenCounted(
  db: Kysely<Database>,
  productId: ProductId,
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('stock_movements')
    .select('id')
    .where('product_id', '=', productId)
    .where('id', '>', since)
    .where('reason', '=', 'counted')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
