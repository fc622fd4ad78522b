import { sql, type Kysely } from 'kysely'

const IS_TO_FULFIL = sql`(case when fulfilled_at is null and state in ('paid', 'refunded-in-part') then 1 end)`

/**
 * The orders to fulfil, newest first: the index is as small as that list. It begins with an expression, because SQLite
 * would otherwise prefer an index that begins with the state.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_to_fulfil on orders (${IS_TO_FULFIL}, created_at, id)
    where ${IS_TO_FULFIL} is not null`.execute(db)
}
