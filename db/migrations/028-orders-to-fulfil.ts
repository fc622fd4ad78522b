import { sql, type Kysely } from 'kysely'

/** The orders to fulfil, newest first: the index is as small as that list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_to_fulfil on orders (created_at, id)
    where fulfilled_at is null and state in ('paid', 'refunded-in-part')`.execute(db)
}
