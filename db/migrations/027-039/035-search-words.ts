import { sql, type Kysely } from 'kysely'

/** The groups that a shop starts with. Staff change them. */
export const FIRST_GROUPS = [
  ['hoodie', 'hooded sweatshirt', 'pullover', 'jumper', 'sweater'],
  ['t-shirt', 'tee'],
  ['pants', 'trousers', 'joggers', 'sweatpants'],
  ['beanie', 'toque', 'tuque', 'winter hat'],
  ['cap', 'hat', 'snapback'],
  ['tote', 'bag'],
  ['grey', 'gray'],
]

/** Groups of words that mean the same in a search: one row with all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_words')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('word_groups', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into search_words (id, version, word_groups, updated_at)
    values (1, 1, ${JSON.stringify(FIRST_GROUPS)}, 0)`.execute(db)
}
