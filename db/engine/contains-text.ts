import { sql, type Expression, type SqlBool } from 'kysely'
import { normalizeSearch } from '#domain/catalogue/search/search.ts'

/** A condition: the query occurs in the column, which holds normalized text. Null when the query is blank. */
export function containsText(column: string, query: string): Expression<SqlBool> | null {
  const needle = normalizeSearch(query).toWellFormed()
  if (needle === '') return null
  if (needle.includes('\0')) return sql<SqlBool>`1 = 0` // no row has it, and PostgreSQL refuses such a text
  return sql<SqlBool>`${sql.ref(column)} like ${`%${needle.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}
