import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#db/schema.ts'
import { engineOf } from './engine.ts'

/** Texts as one value of a statement. */
export type ListParameter = string | readonly string[]

/** A condition: the column is one of these texts. The statement is the same for any number of them. */
export function isAmong(db: Kysely<Database>, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  return inList(db, column, listParameter(db, texts))
}

/** The same for a kept statement that gets its list at each run. */
export function inList(db: Kysely<Database>, column: string, list: ListParameter): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql`${sql.ref(column)} = any(${list}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${list}))`
}

/** The list of `inList`. */
export function listParameter(db: Kysely<Database>, texts: readonly string[]): ListParameter {
  return engineOf(db) === 'postgres' ? [...texts] : JSON.stringify(texts)
}
