import { sql, type SqlBool } from 'kysely'
import { engineOf } from './engine.ts'
import type { Tx } from './transact.ts'

/**
 * A condition on `orders`, for what one customer may have: an order counts from the time that it is placed, until it
 * ends unpaid or is cancelled before any of it is sent.
 */
export const COUNTS = sql<SqlBool>`not (orders.state = 'expired'
  or (orders.state = 'refunded' and orders.paid_at is null)
  or (orders.state = 'cancelled' and not exists (
    select 1 from order_shipments where order_shipments.order_id = orders.id and order_shipments.undone_at is null)))`

/**
 * Keeps others from counting the same until the transaction ends, so that each counts the orders before it. On SQLite
 * writers are serialised anyway.
 */
export async function lockCounts(tx: Tx, keys: readonly string[]): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  const sorted = [...new Set(keys)].toSorted()
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 1))
    from unnest(${sorted}::text[]) with ordinality as keys (key, place) order by place`.execute(tx)
}
