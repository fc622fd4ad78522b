import { sql, type Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'

/** Who printed the packing slip of an order last, and when. */
export interface SlipPrint {
  by: string
  at: number
}

/** What staff keep about an order as they work through a list. */
export interface OrderMarks {
  tags: string[]
  /** Null: its packing slip was not printed. */
  printed: SlipPrint | null
}

/** Of an order that staff have not marked. */
export const NO_MARKS: OrderMarks = { tags: [], printed: null }

/** The marks of these orders; an order without any has no entry. */
export async function findMarks(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, OrderMarks>> {
  const [tags, prints] = await Promise.all([
    db
      .selectFrom('order_tags')
      .select(['order_id as id', 'tag'])
      .where(isAmong(db, 'order_id', orderIds))
      .orderBy('tag')
      .execute(),
    db
      .selectFrom('slip_prints')
      .select(['order_id as id', 'printed_by as by', 'printed_at as at'])
      .where(isAmong(db, 'order_id', orderIds))
      .execute(),
  ])
  const marks = new Map<OrderId, OrderMarks>()
  const of = (id: OrderId) => marks.get(id) ?? NO_MARKS
  for (const { id, tag } of tags) marks.set(id, { ...of(id), tags: [...of(id).tags, tag] })
  for (const { id, ...printed } of prints) marks.set(id, { ...of(id), printed })
  return marks
}

/** Adds tags to a locked order and takes others from it; returns what it has then. */
export async function writeTags(
  tx: Kysely<Database>,
  orderId: OrderId,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<string[]> {
  const added = add.map((tag) => ({ order_id: orderId, tag }))
  if (added.length > 0) {
    await tx
      .insertInto('order_tags')
      .values(added)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await tx
    .deleteFrom('order_tags')
    .where('order_id', '=', orderId)
    .where(isAmong(tx, 'tag', remove))
    .execute()
  return (await findMarks(tx, [orderId])).get(orderId)?.tags ?? []
}

/** Takes every tag from a locked order. */
export async function deleteTags(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  await tx.deleteFrom('order_tags').where('order_id', '=', orderId).execute()
}

const MAX_LISTED_TAGS = 100

/** The tags that orders have, by name. */
export async function listTags(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('order_tags')
    .select('tag')
    .distinct()
    .orderBy('tag')
    .limit(MAX_LISTED_TAGS)
    .execute()
  return rows.map(({ tag }) => tag)
}

/** Records that the packing slips of the orders with these numbers were printed; returns those numbers that exist. */
export async function recordSlipPrints(
  db: Kysely<Database>,
  numbers: readonly string[],
  { by, at }: SlipPrint,
): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where(isAmong(db, 'number', numbers))
    .execute()
  if (orders.length === 0) return []
  await db
    .insertInto('slip_prints')
    .values(orders.map(({ id }) => ({ order_id: id, printed_by: by, printed_at: at })))
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({
        printed_by: sql`excluded.printed_by`,
        printed_at: sql`excluded.printed_at`,
      }),
    )
    .execute()
  return orders.map(({ number }) => number)
}
