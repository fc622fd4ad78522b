import { sql, type Kysely } from 'kysely'
import { COUNTS_IN_FIGURES } from '#db/engine/test-orders.ts'
import type { Database } from '#db/schema.ts'
import type { ReturnedUnits } from '#domain/returns/returns-report.ts'

/**
 * What customers asked in a time to return, as far as it was not declined, cancelled or missing from the parcel. The
 * name that each product had last comes last.
 */
export async function countReturnedUnits(
  db: Kysely<Database>,
  { from, until }: { from: number; until: number },
): Promise<ReturnedUnits[]> {
  // A version before there were exchanges did not write what a unit is.
  const written = (column: 'product_id' | 'name' | 'size') =>
    sql<string>`coalesce(nullif(${sql.ref(`return_units.${column}`)}, ''), ${sql.ref(`order_lines.${column}`)}, '')`
  const rows = await db
    .selectFrom('return_units')
    .innerJoin('returns', 'returns.id', 'return_units.return_id')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .leftJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'returns.order_id')
        .onRef('order_lines.position', '=', 'return_units.line_position'),
    )
    .select((e) => [
      written('product_id').as('productId'),
      written('name').as('name'),
      written('size').as('size'),
      'return_units.reason',
      e.fn.countAll<number>().as('units'),
      e.fn.max('returns.created_at').as('last'),
    ])
    .where(COUNTS_IN_FIGURES)
    .where('returns.created_at', '>=', from)
    .where('returns.created_at', '<', until)
    .where('returns.state', 'not in', ['declined', 'cancelled'])
    .where((e) =>
      e.or([e('return_units.condition', 'is', null), e('return_units.condition', '!=', 'missing')]),
    )
    .groupBy([written('product_id'), written('name'), written('size'), 'return_units.reason'])
    .orderBy('last')
    .orderBy('name')
    .execute()
  return rows.map(({ productId, name, size, reason, units }) => ({
    productId,
    name,
    size,
    reason,
    units: Number(units),
  }))
}
