import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import type { Database } from '#db/schema.ts'
import { DAY_MS } from '#domain/sales/sales.ts'

/**
 * Marks the days of an order's payments and of its returned money to be counted again, because the amounts that the
 * order contributes have changed. Call it in the transaction of the change. Money that is paid or returned today needs
 * no mark: a day is counted after it is over.
 */
export async function markSalesForRecount(tx: Kysely<Database>, id: OrderId): Promise<void> {
  await mark(
    tx,
    sql`select paid_at as at from orders where id = ${id}
      union select received_at from payments where order_id = ${id}
      union ${returnedAt(id)}`,
  )
}

/**
 * Marks the days of an order's returned money only, because another refund of it changed: how a refund divides depends
 * on the others.
 */
export async function markRefundsForRecount(tx: Kysely<Database>, id: OrderId): Promise<void> {
  await mark(tx, returnedAt(id))
}

function returnedAt(id: OrderId) {
  return sql`select done_at as at from refunds where order_id = ${id}`
}

async function mark(tx: Kysely<Database>, times: RawBuilder<unknown>): Promise<void> {
  await sql`insert into sales_days (day, changes)
    select distinct at / ${sql.lit(DAY_MS)}, 1 from (${times}) as times where at is not null
    on conflict (day) do update set changes = sales_days.changes + 1`.execute(tx)
}
