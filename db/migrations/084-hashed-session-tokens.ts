import { sql, type Kysely } from 'kysely'

/** Sessions whose tokens were stored readable end: from now on only hashes are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from staff_sessions`.execute(db)
}
