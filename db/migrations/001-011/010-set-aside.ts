import { sql, type Kysely } from 'kysely'

/**
 * A payment that does not match its order becomes `set-aside`. Disputes by cardholders are kept in the order's history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update payments set state = 'set-aside' where state = 'disputed'`.execute(db)
}
