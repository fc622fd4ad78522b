import { sql, type Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { Preorder, Size } from '#domain/catalog/size.ts'
import type { OrderId, ProductId } from '#domain/ids.ts'
import type { ShopDay } from '#domain/shop-day.ts'

/** Units of an order that were sold before they were made, and have not come in. */
export interface AwaitedLine {
  orderId: OrderId
  position: number
  size: Size
  shipsOn: ShopDay
}

/** The sizes of a product that are sold before they are made. */
export async function findPreorders(
  db: Kysely<Database>,
  productId: ProductId,
): Promise<Map<Size, Preorder>> {
  const rows = await db
    .selectFrom('preorders')
    .select(['size', 'units', 'ships_on as shipsOn'])
    .where('product_id', '=', productId)
    .execute()
  return new Map(rows.map(({ size, ...preorder }) => [size, preorder]))
}

/** Writes that a size is sold before it is made, or no longer. Lock its stock first. */
export async function writePreorder(
  tx: Kysely<Database>,
  { productId, size }: { productId: ProductId; size: Size },
  { units, shipsOn }: Preorder,
): Promise<void> {
  await tx.deleteFrom('preorders').where('product_id', '=', productId).where('size', '=', size).execute()
  if (units === 0) return
  const row = { product_id: productId, size, units, ships_on: shipsOn }
  await tx.insertInto('preorders').values(row).execute()
}

/** The products of which units are awaited for paid orders. */
export async function findAwaitedProducts(db: Kysely<Database>): Promise<ProductId[]> {
  const rows = await awaitedLines(db).select('product_id').distinct().execute()
  return rows.map((row) => row.product_id)
}

/** The lines of paid orders that wait for units of a product, who paid first before others. */
export function findAwaitedLines(db: Kysely<Database>, productId: ProductId): Promise<AwaitedLine[]> {
  return awaitedLines(db)
    .select(['order_lines.order_id as orderId', 'position', 'size'])
    .select(sql<ShopDay>`ships_on`.as('shipsOn'))
    .where('product_id', '=', productId)
    .orderBy('orders.paid_at')
    .orderBy('orders.id')
    .orderBy('position')
    .execute()
}

function awaitedLines(db: Kysely<Database>) {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('awaited', '=', sql.lit(1))
    .where('orders.paid_at', 'is not', null)
}

/**
 * How many units of each size are missing for orders that are paid: those that are still to come, less those that
 * nobody has paid. Lock the stock first.
 */
export async function findMissingUnits(tx: Tx, productId: ProductId): Promise<Map<Size, number>> {
  const rows = await tx
    .selectFrom('preorders')
    .innerJoin('product_sizes', (join) =>
      join
        .onRef('product_sizes.product_id', '=', 'preorders.product_id')
        .onRef('product_sizes.size', '=', 'preorders.size'),
    )
    .select(['preorders.size', 'units', 'stock'])
    .select((e) =>
      e
        .selectFrom('holds')
        .select((held) => held.fn.sum<number | null>('quantity').as('held'))
        .whereRef('holds.product_id', '=', 'preorders.product_id')
        .whereRef('holds.size', '=', 'preorders.size')
        .as('held'),
    )
    .where('preorders.product_id', '=', productId)
    .execute()
  return new Map(
    rows.map(({ size, units, stock, held }) => [size, Math.max(0, units - (stock ?? 0) - Number(held ?? 0))]),
  )
}

/** Writes which lines of an order were sold before they are made, after their units were taken. */
export async function markPreordered(tx: Tx, orderId: OrderId): Promise<void> {
  await sql`update order_lines set ships_on = (select preorders.ships_on from preorders
      join product_sizes on product_sizes.product_id = preorders.product_id and product_sizes.size = preorders.size
      where preorders.product_id = order_lines.product_id and preorders.size = order_lines.size
        and product_sizes.stock < preorders.units)
    where order_id = ${orderId}`.execute(tx)
  await sql`update order_lines set awaited = case when ships_on is null then 0 else 1 end
    where order_id = ${orderId}`.execute(tx)
}

/** Writes that the units of these lines have come in. */
export async function markArrived(tx: Tx, lines: readonly AwaitedLine[]): Promise<void> {
  for (const { orderId, position } of lines) {
    await tx
      .updateTable('order_lines')
      .set({ awaited: 0 })
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute()
  }
}

/** Writes the day from which the customer agreed that a line is sent. */
export async function writePromise(
  tx: Tx,
  { orderId, position, shipsOn }: Omit<AwaitedLine, 'size'>,
): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set({ ships_on: shipsOn })
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .execute()
}

/** Puts a paid order on hold whose units have not all come in. Reads nothing first. */
export async function holdAwaited(tx: Tx, id: OrderId, now: number): Promise<void> {
  await sql`insert into order_holds (order_id, reason, note, photo, held_by, held_at)
    select order_id, 'preorder', '', '', 'system', cast(${now} as bigint) from order_lines
    where order_id = ${id} and awaited = 1 limit 1 on conflict do nothing`.execute(tx)
}

/** Releases those of these orders that wait for nothing any more, and returns them. */
export async function releaseArrived(tx: Tx, ids: readonly OrderId[]): Promise<OrderId[]> {
  const rows = await tx
    .deleteFrom('order_holds')
    .where(isAmong(tx, 'order_id', ids))
    .where('reason', '=', 'preorder')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('order_lines')
            .select('position')
            .whereRef('order_lines.order_id', '=', 'order_holds.order_id')
            .where('awaited', '=', 1),
        ),
      ),
    )
    .returning('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}
