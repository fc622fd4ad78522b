import { sql, type Kysely, type SqlBool } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { engineOf } from '#db/engine/engine.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { PromotionUse, UseCounts } from '#domain/promotions/use-limits.ts'

/**
 * A use counts from the time that its order is placed, until the unpaid order ends or the order is cancelled before any
 * of it is sent.
 */
const COUNTS = sql<SqlBool>`not (orders.state = 'expired'
  or (orders.state = 'refunded' and orders.paid_at is null)
  or (orders.state = 'cancelled' and not exists (
    select 1 from order_shipments where order_shipments.order_id = orders.id and order_shipments.undone_at is null)))`

/** What a customer, known by `limitEmail`, wants to use. `except`: their checkout, whose order is placed again. */
export interface Asked {
  uses: readonly Pick<PromotionUse, 'promotionId' | 'code'>[]
  limitEmail: string
  except: string | null
}

/**
 * Keeps others from using the same until the transaction ends, so that each counts the uses before it. On SQLite
 * writers are serialised anyway.
 */
export async function lockUses(tx: Tx, keys: readonly string[]): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  const sorted = [...new Set(keys)].toSorted()
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 1))
    from unnest(${sorted}::text[]) with ordinality as keys (key, place) order by place`.execute(tx)
}

/** How often these promotions and codes were used, by whom, and whether the customer ordered anything before. */
export async function countUses(
  db: Kysely<Database>,
  { uses, limitEmail, except }: Asked,
): Promise<UseCounts> {
  const ids = uses.map(({ promotionId }) => promotionId)
  const codes = uses.flatMap(({ code }) => (code === null ? [] : [code]))
  const counted = db
    .selectFrom('promotion_uses')
    .innerJoin('orders', 'orders.id', 'promotion_uses.order_id')
    .where(COUNTS)
    .where('orders.checkout_id', '!=', except ?? '')
  const isTheirs = sql`orders.limit_email = ${limitEmail} and orders.limit_email <> ''`
  const [rows, used, orders] = await Promise.all([
    counted
      .select(['promotion_id as id', sql<number>`count(*)`.as('all')])
      .select(sql<number>`sum(case when ${isTheirs} then 1 else 0 end)`.as('theirs'))
      .where(isAmong(db, 'promotion_id', ids))
      .groupBy('promotion_id')
      .execute(),
    codes.length === 0
      ? []
      : counted
          .select('code')
          .where(isAmong(db, 'code', codes))
          .execute(),
    limitEmail === ''
      ? []
      : db
          .selectFrom('orders')
          .select('id')
          .where('limit_email', '=', limitEmail)
          .where('checkout_id', '!=', except ?? '')
          .where(COUNTS)
          .limit(1)
          .execute(),
  ])
  const amounts = rows.map(
    ({ id, all, theirs }) => [id, { all: Number(all), theirs: Number(theirs) }] as const,
  )
  return {
    byPromotion: new Map(amounts),
    codes: new Set(used.flatMap(({ code }) => (code === null ? [] : [code]))),
    hasOrdered: orders.length > 0,
  }
}

/** Writes what orders use, in place of what they used before. */
export async function writeUses(
  tx: Tx,
  orders: readonly { id: OrderId; uses: readonly PromotionUse[] }[],
): Promise<void> {
  const rows = orders.flatMap(({ id, uses }) =>
    uses.map(({ promotionId, name, code }) => ({ order_id: id, promotion_id: promotionId, name, code })),
  )
  await insertRows(tx, 'promotion_uses', rows)
}

/** Deletes what an unpaid order used, to write it again. */
export async function deleteUses(tx: Tx, orderId: OrderId): Promise<void> {
  await tx.deleteFrom('promotion_uses').where('order_id', '=', orderId).execute()
}

/** The promotions that an order uses, with the code of each. */
export async function findUses(db: Kysely<Database>, orderId: OrderId): Promise<PromotionUse[]> {
  return db
    .selectFrom('promotion_uses')
    .select(['promotion_id as promotionId', 'name', 'code'])
    .where('order_id', '=', orderId)
    .orderBy('promotion_id')
    .execute()
}

/** The promotions of single-use codes, by code. */
export async function findCodes(
  db: Kysely<Database>,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('promotion_codes')
    .select(['code', 'promotion_id'])
    .where(isAmong(db, 'code', codes))
    .execute()
  return new Map(rows.map(({ code, promotion_id }) => [code, promotion_id]))
}
