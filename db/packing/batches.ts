import { sql, type Kysely, type SqlBool } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import { IS_ON_HOLD } from '#db/orders/holds.ts'
import type { Span } from '#db/orders/order-list.ts'
import type { Database } from '#db/schema.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { BatchId, OrderId, ProductId } from '#domain/ids.ts'
import { OPEN_STATUSES } from '#domain/orders/fulfilment.ts'
import { SENDABLE_STATES } from '#domain/orders/order.ts'

/** Orders that are packed together. `by`: who made it, by email address. `closedAt`: null while one is to be sent. */
export interface StoredBatch {
  id: BatchId
  name: string
  by: string
  at: number
  closedAt: number | null
}

/** A batch with how many orders it has, of how many the slip was printed, and how many are still to be sent. */
export interface ListedBatch extends StoredBatch {
  orders: number
  printed: number
  open: number
}

/** How many units of an item were fetched for a batch, and by whom. */
export interface BatchPick {
  productId: ProductId
  name: string
  size: Size
  picked: number
  by: string
}

const IS_TO_BE_SENT = sql<SqlBool>`orders.fulfilment in (${sql.join(OPEN_STATUSES.map((one) => sql.lit(one)))})
  and orders.state in (${sql.join(SENDABLE_STATES.map((one) => sql.lit(one)))})`

const BATCH = ['id', 'name', 'made_by as by', 'made_at as at', 'closed_at as closedAt'] as const

/** One page of the batches, the newest first, with how many there are. */
export async function listBatches(
  db: Kysely<Database>,
  { limit, offset }: Span,
): Promise<{ rows: ListedBatch[]; total: number }> {
  const [batches, { total }] = await Promise.all([
    db
      .selectFrom('batches')
      .select(BATCH)
      .orderBy('made_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('batches')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const counts = await countOrdersOf(
    db,
    batches.map(({ id }) => id),
  )
  return {
    rows: batches.map((batch) => ({ ...batch, ...(counts.get(batch.id) ?? NO_ORDERS) })),
    total: Number(total),
  }
}

/** How many batches have orders that are still to be sent. */
export async function countOpenBatches(db: Kysely<Database>): Promise<number> {
  const { open } = await db
    .selectFrom('batches')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(open)
}

const NO_ORDERS = { orders: 0, printed: 0, open: 0 }

async function countOrdersOf(db: Kysely<Database>, ids: readonly BatchId[]) {
  const rows = await db
    .selectFrom('batch_orders')
    .innerJoin('orders', 'orders.id', 'batch_orders.order_id')
    .leftJoin('slip_prints', 'slip_prints.order_id', 'batch_orders.order_id')
    .select('batch_id as id')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .select(({ fn }) => fn.count<number>('slip_prints.order_id').as('printed'))
    .select(sql<number>`sum(case when ${IS_TO_BE_SENT} then 1 else 0 end)`.as('open'))
    .where(isAmong(db, 'batch_id', ids))
    .groupBy('batch_id')
    .execute()
  return new Map(
    rows.map(({ id, orders, printed, open }) => [
      id,
      { orders: Number(orders), printed: Number(printed), open: Number(open) },
    ]),
  )
}

/** A batch with its counts; null when there is none. */
export async function findBatch(db: Kysely<Database>, id: BatchId): Promise<ListedBatch | null> {
  const batch = await db.selectFrom('batches').select(BATCH).where('id', '=', id).executeTakeFirst()
  if (!batch) return null
  return { ...batch, ...((await countOrdersOf(db, [id])).get(id) ?? NO_ORDERS) }
}

/** The numbers of a batch's orders. */
export async function findBatchNumbers(db: Kysely<Database>, id: BatchId): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_orders')
    .innerJoin('orders', 'orders.id', 'batch_orders.order_id')
    .select('number')
    .where('batch_id', '=', id)
    .execute()
  return rows.map(({ number }) => number)
}

/** The orders of a batch that can be packed now, oldest first. */
export async function findWaiting(
  db: Kysely<Database>,
  id: BatchId,
): Promise<{ number: string; name: string }[]> {
  return db
    .selectFrom('batch_orders')
    .innerJoin('orders', 'orders.id', 'batch_orders.order_id')
    .select(['number', 'name'])
    .where('batch_id', '=', id)
    .where(IS_TO_BE_SENT)
    .where(IS_ON_HOLD, '=', 0)
    .orderBy('created_at')
    .orderBy('orders.id')
    .execute()
}

/** The batches that these orders are in, open or closed. */
export async function findBatchesOf(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, Pick<StoredBatch, 'id' | 'name' | 'closedAt'>>> {
  const rows = await db
    .selectFrom('batch_orders')
    .innerJoin('batches', 'batches.id', 'batch_orders.batch_id')
    .select(['order_id as orderId', 'batches.id', 'name', 'closed_at as closedAt'])
    .where(isAmong(db, 'order_id', orderIds))
    .execute()
  return new Map(rows.map(({ orderId, ...batch }) => [orderId, batch]))
}

/** Makes a batch; false when there is one with this id. */
export async function insertBatch(
  tx: Kysely<Database>,
  { id, name, by, at }: Omit<StoredBatch, 'closedAt'>,
): Promise<boolean> {
  const made = await tx
    .insertInto('batches')
    .values({ id, name, made_by: by, made_at: at, closed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Puts locked orders into a batch, out of any that they were in. */
export async function putIntoBatch(
  tx: Kysely<Database>,
  id: BatchId,
  orderIds: readonly OrderId[],
): Promise<void> {
  await tx
    .insertInto('batch_orders')
    .values(orderIds.map((order_id) => ({ order_id, batch_id: id })))
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ batch_id: id }))
    .execute()
}

/** Renames a batch; null when there is none, else its name before. */
export async function renameBatch(tx: Kysely<Database>, id: BatchId, name: string): Promise<string | null> {
  const batch = await tx
    .selectFrom('batches')
    .select('name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!batch) return null
  await tx.updateTable('batches').set({ name }).where('id', '=', id).execute()
  return batch.name
}

/** Takes the orders that are still to be sent out of a batch, so that they can be in another one. */
export async function emptyBatch(tx: Kysely<Database>, id: BatchId, at: number): Promise<void> {
  const open = tx
    .selectFrom('batch_orders')
    .innerJoin('orders', 'orders.id', 'batch_orders.order_id')
    .select('order_id')
    .where('batch_id', '=', id)
    .where(IS_TO_BE_SENT)
  await tx.deleteFrom('batch_orders').where('order_id', 'in', open).execute()
  await tx
    .updateTable('batches')
    .set({ closed_at: at })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

/** Closes the batch of a changed order when none of its orders is to be sent any more, or opens it again. */
export async function updateBatchOf(tx: Kysely<Database>, orderId: OrderId, at: number): Promise<void> {
  const batch = (await findBatchesOf(tx, [orderId])).get(orderId)
  if (!batch) return
  // Two orders of a batch may change at once: the second waits here, and sees the first.
  await tx.selectFrom('batches').select('id').where('id', '=', batch.id).forUpdate().execute()
  const { open = 0 } = (await countOrdersOf(tx, [batch.id])).get(batch.id) ?? {}
  if ((open === 0) === (batch.closedAt !== null)) return
  await tx
    .updateTable('batches')
    .set({ closed_at: open === 0 ? at : null })
    .where('id', '=', batch.id)
    .execute()
}

/** What was fetched for a batch so far. */
export async function findPicks(db: Kysely<Database>, id: BatchId): Promise<BatchPick[]> {
  return db
    .selectFrom('batch_picks')
    .select(['product_id as productId', 'name', 'size', 'picked', 'picked_by as by'])
    .where('batch_id', '=', id)
    .where('picked', '>', 0)
    .execute()
}

/** Records how many units of an item were fetched. */
export async function writePick(
  tx: Kysely<Database>,
  id: BatchId,
  { productId, name, size, picked, by }: BatchPick,
  at: number,
): Promise<void> {
  const said = { picked, picked_by: by, picked_at: at }
  await tx
    .insertInto('batch_picks')
    .values({ batch_id: id, product_id: productId, name, size, ...said })
    .onConflict((conflict) => conflict.columns(['batch_id', 'product_id', 'name', 'size']).doUpdateSet(said))
    .execute()
}

/** Deletes up to `limit` batches that were closed before this time; their orders stay. */
export async function deleteOldBatches(db: Kysely<Database>, before: number, limit: number): Promise<void> {
  const old = await db
    .selectFrom('batches')
    .select('id')
    .where('closed_at', '<', before)
    .limit(limit)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return
  await db
    .deleteFrom('batch_picks')
    .where(isAmong(db, 'batch_id', ids))
    .execute()
  await db
    .deleteFrom('batch_orders')
    .where(isAmong(db, 'batch_id', ids))
    .execute()
  await db
    .deleteFrom('batches')
    .where(isAmong(db, 'id', ids))
    .execute()
}
