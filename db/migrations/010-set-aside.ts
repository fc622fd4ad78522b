import { sql, type Kysely } from 'kysely'

/**
 * A payment that does not agree with its order is `set-aside`. What cardholders dispute is another matter, kept in the
 * order's history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update payments set state = 'set-aside' where state = 'disputed'`.execute(db)
}
