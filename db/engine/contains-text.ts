import { sql, type Expression, type SqlBool } from 'kysely'
import { searchForms } from '#domain/catalog/search/search.ts'

/** A text for LIKE, in which no character stands for another. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** A condition: the query occurs in the column, which holds normalized text. Null when the query is blank. */
export function containsText(column: string, query: string): Expression<SqlBool> | null {
  const forms = searchForms(query)
  if (forms.length === 0) return null
  if (query.includes('\0')) return sql<SqlBool>`1 = 0` // no row has it, and PostgreSQL refuses such a text
  const alike = forms.map((form) => sql`${sql.ref(column)} like ${`%${likeText(form)}%`} escape '\\'`)
  return sql<SqlBool>`(${sql.join(alike, sql` or `)})`
}
