import { sql, type Kysely } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { DropRoomId, ProductId } from '#domain/ids.ts'

/** Equal stretches of time, the first of which begins at `from`, in epoch milliseconds. */
export interface Stretches {
  from: number
  stepMs: number
}

/** In which stretch a time is: 0 is the first. */
const stretchOf = (time: 'orders.created_at' | 'orders.paid_at' | 'at', { from, stepMs }: Stretches) =>
  sql<number>`(${sql.ref(time)} - ${sql.lit(from)}) / ${sql.lit(stepMs)}`

/** How many orders with these products were placed, or paid, in each stretch. */
export async function countOrdersOf(
  db: Kysely<Database>,
  products: readonly ProductId[],
  what: 'created_at' | 'paid_at',
  stretches: Stretches,
): Promise<ReadonlyMap<number, number>> {
  const stretch = stretchOf(`orders.${what}`, stretches)
  const rows = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select((e) => [stretch.as('stretch'), e.fn.count<number>('orders.id').distinct().as('orders')])
    .where('order_lines.product_id', 'in', products)
    .where(`orders.${what}`, '>=', stretches.from)
    .groupBy(stretch)
    .execute()
  return new Map(rows.map(({ stretch: at, orders }) => [Number(at), Number(orders)]))
}

/** When the last order with these products was paid, from a time on; null: none was, or others may give some back. */
export async function findLastPaid(
  db: Kysely<Database>,
  products: readonly ProductId[],
  from: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select((e) => e.fn.max('orders.paid_at').as('last'))
    .where('order_lines.product_id', 'in', products)
    .where('orders.paid_at', '>=', from)
    .where((e) =>
      e.not(e.exists(e.selectFrom('holds').select('order_id').where('holds.product_id', 'in', products))),
    )
    .executeTakeFirst()
  return row?.last ?? null
}

/** By how much the counts of products changed in each stretch. `size`: null: the product's own count. */
export async function sumMovements(
  db: Kysely<Database>,
  products: readonly ProductId[],
  stretches: Stretches,
): Promise<{ productId: ProductId; size: Size | null; stretch: number; delta: number }[]> {
  const stretch = stretchOf('at', stretches)
  const rows = await db
    .selectFrom('stock_movements')
    .select((e) => ['product_id', 'size', stretch.as('stretch'), e.fn.sum<number>('delta').as('delta')])
    .where('product_id', 'in', products)
    .where('at', '>=', stretches.from)
    .groupBy(['product_id', 'size', stretch])
    .execute()
  return rows.map(({ product_id: productId, size, ...sums }) => ({
    productId,
    size,
    stretch: Number(sums.stretch),
    delta: Number(sums.delta),
  }))
}

/** How far a room had served by the end of each stretch in which it did. */
export async function readLetIn(
  db: Kysely<Database>,
  roomId: DropRoomId,
  stretches: Stretches,
): Promise<ReadonlyMap<number, number>> {
  const stretch = stretchOf('at', stretches)
  const rows = await db
    .selectFrom('drop_room_steps')
    .select((e) => [stretch.as('stretch'), e.fn.max('served_to').as('served')])
    .where('room_id', '=', roomId)
    .where('at', '>=', stretches.from)
    .groupBy(stretch)
    .execute()
  return new Map(rows.map(({ stretch: at, served }) => [Number(at), Number(served)]))
}

/** What came of a drop: pieces sold and left, and the most that one person has. */
export async function readDropBooks(
  { db }: ShopDatabase,
  pieces: readonly { productId: ProductId }[],
): Promise<{ sold: number; left: number; mostOfOne: number }> {
  const products = [...new Set(pieces.map(({ productId }) => productId))]
  const buyers = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select((e) => ['orders.email', e.fn.sum<number>('order_lines.quantity').as('pieces')])
    .where('orders.state', '=', 'paid')
    .where('order_lines.product_id', 'in', products)
    .groupBy('orders.email')
    .execute()
  const { left } = await db
    .selectFrom('products')
    .select((e) => e.fn.sum<number>('stock').as('left'))
    .where('id', 'in', products)
    .executeTakeFirstOrThrow()
  const counts = buyers.map((one) => Number(one.pieces))
  return {
    sold: counts.reduce((sum, count) => sum + count, 0),
    left: Number(left),
    mostOfOne: Math.max(0, ...counts),
  }
}
