import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Engine } from './engine.ts'

/** A condition: the column is one of these texts. The SQL is the same for any number of texts. */
export function isAmong(engine: Engine, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  return engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${[...texts]}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`
}
