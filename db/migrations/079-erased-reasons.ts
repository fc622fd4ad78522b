import { sql, type Kysely } from 'kysely'

const OF_ERASED = sql`order_id in (select id from orders where erased_at is not null)`

/** Customers who were erased before lose, too, what staff typed about units that came back and about changed prices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update order_adjustments set label = 'Price change'
    where kind = 'price-change' and ${OF_ERASED}`.execute(db)
  const events = await sql<{ id: number; detail: string }>`select id, detail from order_events
    where kind = 'restocked' and ${OF_ERASED}`.execute(db)
  for (const { id, detail } of events.rows) {
    const erased = JSON.stringify({ ...(JSON.parse(detail) as object), reason: '' })
    await sql`update order_events set detail = ${erased} where id = ${id}`.execute(db)
  }
}
