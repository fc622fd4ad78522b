import { sql, type Kysely } from 'kysely'

/** Which refunds return the difference of a change. Until now their reason told, and erasing a customer empties it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('refunds').addColumn('change', 'text').execute()
  await sql`update refunds set change = case reason when 'Items changed' then 'items' else 'address' end
    where reason in ('Items changed', 'Address changed')`.execute(db)
}
