import { sql, type Kysely, type RawBuilder } from 'kysely'
import { transact } from '#db/engine/transact.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'

const MINUTE = 60_000
/** Tables in the order of their foreign keys. */
const TABLES = [
  'orders',
  'order_lines',
  'order_adjustments',
  'unit_shares',
  'payments',
  'refunds',
  'order_shipments',
  'order_shipment_lines',
] as const

/** Copies each order `copies` times, at most 9, inside the database: each copy is `originals` minutes older. */
export async function copyOrders(
  database: ShopDatabase,
  { copies, originals }: { copies: number; originals: number },
): Promise<void> {
  const tables = await database.db.introspection.getTables()
  await transact(database, async (tx) => {
    for (const table of TABLES) {
      const columns = tables.find(({ name }) => name === table)?.columns ?? []
      const names = columns.map(({ name }) => name)
      await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        with recursive copies(copy) as (select 1 union all select copy + 1 from copies where copy < ${sql.lit(copies)})
        select ${sql.join(names.map((name) => copied(`${table}.${name}`, originals)))}
        from ${sql.table(table)} cross join copies`.execute(tx)
    }
    if (database.engine === 'sqlite') await indexCopies(tx)
  })
}

/** A column of a copy. Ids and numbers stay unique, times become earlier, everything else stays. */
function copied(column: string, originals: number): RawBuilder<unknown> {
  const value = sql.ref(column)
  if (column.endsWith('_at')) return sql`${value} - copy * ${sql.lit(originals * MINUTE)}`
  if (/\.(id|order_id|checkout_id|payment_id|idempotency_key)$/.test(column))
    return sql`${value} || '-' || copy`
  // The number of an original begins with R-0.
  if (column === 'orders.number' || column === 'orders.search_text')
    return sql`substr(${value}, 1, 2) || copy || substr(${value}, 4)`
  return value
}

async function indexCopies(tx: Kysely<Database>): Promise<void> {
  await sql`insert into order_search (order_id, body)
    select id, search_text from orders where id like '%-_' order by created_at`.execute(tx)
}
