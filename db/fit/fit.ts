import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import { COUNTS_IN_FIGURES } from '#db/engine/test-orders.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { Size } from '#domain/catalog/size.ts'
import { byFit, type Fit, type FitCounts, type WordsState } from '#domain/fit/fit.ts'
import type { FitAnswerId, OrderId, ProductId } from '#domain/ids.ts'

/** An answer of a customer. */
export interface FitAnswer {
  productId: ProductId
  size: Size
  fit: Fit
}

/** When parcels were sent, or pickups taken, in epoch milliseconds: each from, and until. */
export interface DeliveredBetween {
  sent: [number, number]
  pickedUp: [number, number]
}

/**
 * Orders of which all was sent or picked up, the last of it between these times, and which were not asked yet. Test
 * orders only as long as they count.
 */
export async function findUnasked(
  db: Kysely<Database>,
  { sent, pickedUp }: DeliveredBetween,
  limit: number,
): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('fulfilment', '=', 'fulfilled')
    .where('state', 'in', ['paid', 'fulfilled', 'refunded-in-part'])
    .where('erased_at', 'is', null)
    .where('orders.email', '<>', '')
    .where((e) =>
      e.or([
        e.and([
          e('delivery', '=', 'pickup'),
          e('picked_up_at', '>', pickedUp[0]),
          e('picked_up_at', '<=', pickedUp[1]),
        ]),
        e.and([
          e('delivery', '=', 'ship'),
          e(
            'orders.id',
            'in',
            e
              .selectFrom('order_shipments')
              .select('order_id')
              .where('undone_at', 'is', null)
              .where('sent_at', '>', sent[0])
              .where('sent_at', '<=', sent[1]),
          ),
        ]),
      ]),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('order_shipments')
            .select('number')
            .whereRef('order_shipments.order_id', '=', 'orders.id')
            .where('delivery', '=', 'ship')
            .where('undone_at', 'is', null)
            .where('sent_at', '>', sent[1]),
        ),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('fit_asks').select('order_id').whereRef('fit_asks.order_id', '=', 'orders.id')),
      ),
    )
    .where(COUNTS_IN_FIGURES)
    .orderBy('orders.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Records that the time of an order has come. False: it had before. */
export async function recordAsk(
  tx: Tx,
  ask: { orderId: OrderId; at: number; endsAt: number | null },
): Promise<boolean> {
  const made = await tx
    .insertInto('fit_asks')
    .values({ order_id: ask.orderId, asked_at: ask.at, ends_at: ask.endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return made !== undefined
}

/** Until when an order is answered for; null: it was not asked. */
export async function findAskEnd(db: Kysely<Database>, orderId: OrderId): Promise<number | null> {
  const ask = await db
    .selectFrom('fit_asks')
    .select('ends_at')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return ask?.ends_at ?? null
}

/** An answer of an order, with its words and what became of them. */
export interface OwnAnswer extends FitAnswer {
  id: FitAnswerId
  orderId: OrderId
  words: string
  name: string
  state: WordsState | 'none'
}

/** The answers of these orders, the latest first. */
export function findAnswersOf(db: Kysely<Database>, orderIds: readonly OrderId[]): Promise<OwnAnswer[]> {
  return db
    .selectFrom('fit_answers')
    .select(['id', 'order_id as orderId', 'product_id as productId', 'size', 'fit', 'words', 'name', 'state'])
    .where(isAmong(db, 'order_id', orderIds))
    .orderBy('answered_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Deletes an answer of one of these orders. Returns the product that it was about; null: there is none. */
export async function deleteAnswer(
  db: Kysely<Database>,
  id: FitAnswerId,
  orderIds: readonly OrderId[],
): Promise<ProductId | null> {
  const gone = await db
    .deleteFrom('fit_answers')
    .where('id', '=', id)
    .where(isAmong(db, 'order_id', orderIds))
    .returning('product_id as productId')
    .executeTakeFirst()
  return gone?.productId ?? null
}

/** Writes an answer, in place of one that was given before. */
export async function writeAnswer(
  tx: Tx,
  { id, orderId, productId, size, fit, at }: FitAnswer & { id: FitAnswerId; orderId: OrderId; at: number },
): Promise<void> {
  await tx
    .insertInto('fit_answers')
    .values({ id, order_id: orderId, product_id: productId, size, fit, answered_at: at })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'product_id', 'size']).doUpdateSet({ fit, answered_at: at }),
    )
    .execute()
}

/** How many gave each answer about a product, by size. */
export async function countAnswers(
  db: Kysely<Database>,
  productId: ProductId,
): Promise<{ size: Size; counts: FitCounts }[]> {
  const rows = await db
    .selectFrom('fit_answers')
    .innerJoin('orders', 'orders.id', 'fit_answers.order_id')
    .select((e) => ['fit_answers.size', 'fit_answers.fit', e.fn.countAll<number>().as('count')])
    .where('fit_answers.product_id', '=', productId)
    .where(COUNTS_IN_FIGURES)
    .groupBy(['fit_answers.size', 'fit_answers.fit'])
    .orderBy('fit_answers.size')
    .execute()
  return [...Map.groupBy(rows, ({ size }) => size)].map(([size, counted]) => ({
    size,
    counts: byFit((fit) => Number(counted.find((row) => row.fit === fit)?.count ?? 0)),
  }))
}

/** Whether the owner of this key wants not to be asked. */
export async function isRefused(db: Kysely<Database>, key: string): Promise<boolean> {
  const row = await db.selectFrom('fit_refusals').select('key').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

/** Notes that the owner of this key wants not to be asked, or does again. */
export async function setRefused(
  db: Kysely<Database>,
  key: string,
  refusal: { at: number } | null,
): Promise<void> {
  if (refusal === null) await db.deleteFrom('fit_refusals').where('key', '=', key).execute()
  else
    await db
      .insertInto('fit_refusals')
      .values({ key, at: refusal.at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Which of these products come in more than one size: others cannot be chosen by how they fit. */
export async function findSized(
  db: Kysely<Database>,
  ids: readonly ProductId[],
): Promise<ReadonlySet<ProductId>> {
  const rows = await db
    .selectFrom('product_sizes')
    .select('product_id as id')
    .where(isAmong(db, 'product_id', ids))
    .groupBy('product_id')
    .having((e) => e.fn.countAll(), '>', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
