import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#db/schema.ts'
import { engineOf } from './engine.ts'

/** A condition: the column is one of these texts. The statement is the same for any number of them. */
export function isAmong(db: Kysely<Database>, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql`${sql.ref(column)} = any(${[...texts]}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`
}
