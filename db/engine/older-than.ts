import { sql, type Expression, type SqlBool } from 'kysely'

/**
 * A condition for keyset pagination, newest first: rows of `table` after this one. Compared as a row value, so that an
 * index on created_at and id is used for every page.
 */
export function olderThan(
  table: string,
  { createdAt, id }: { createdAt: number; id: string },
): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${createdAt}, ${id})`
}
