import { sql, type Kysely } from 'kysely'

/** Until when an unpaid order of a drop has to be paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('pay_by', 'bigint').execute()
  await sql`create index orders_pay_by on orders ((case when state = 'pending' then pay_by end), id)
    where (case when state = 'pending' then pay_by end) is not null`.execute(db)
}
