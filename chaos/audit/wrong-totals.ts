import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** The orders whose lines do not add up to the subtotal, or whose adjustments do not add up to their sum. */
export async function wrongTotals(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from orders
    where subtotal_cents <> (select coalesce(sum(unit_price_cents * quantity), 0) from order_lines
        where order_lines.order_id = orders.id)
      or adjustments_cents <> (select coalesce(sum(amount_cents), 0) from order_adjustments
        where order_adjustments.order_id = orders.id)
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}
