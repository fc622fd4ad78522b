import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { UnitShare } from '#domain/orders/unit-shares.ts'

/** The shares of an order as rows. */
export function shareRows(orderId: OrderId, shares: readonly UnitShare[]) {
  return shares.map(({ position, unit, units, adjustment, amount, waived }, number) => ({
    order_id: orderId,
    number,
    line_position: position,
    unit,
    units,
    adjustment,
    amount_cents: amount,
    waived_cents: waived,
  }))
}

/** The stored shares of each of these orders. Orders of earlier versions that were not divided yet are left out. */
export async function findUnitShares(
  db: Kysely<Database>,
  ids: readonly OrderId[],
): Promise<Map<OrderId, UnitShare[]>> {
  const rows = await db
    .selectFrom('unit_shares')
    .select(['order_id as orderId', 'line_position as position', 'unit', 'units', 'adjustment'])
    .select(['amount_cents as amount', 'waived_cents as waived'])
    .where(isAmong(db, 'order_id', ids))
    .orderBy('order_id')
    .orderBy('number')
    .execute()
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map([...byOrder].map(([id, own]) => [id, own.map(({ orderId: _order, ...one }) => one)]))
}
