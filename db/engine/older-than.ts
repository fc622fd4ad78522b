import { sql, type Expression, type SqlBool } from 'kysely'

/**
 * A condition: a row of `table` comes after this one in a list of the newest first. Compared as one value, so that an
 * index on created_at and id leads straight there, however far a walk through the list has come.
 */
export function olderThan(
  table: string,
  { createdAt, id }: { createdAt: number; id: string },
): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${createdAt}, ${id})`
}
