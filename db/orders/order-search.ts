import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import type { Customer } from '#domain/orders/order.ts'
import { normalizeSearch } from '#domain/catalogue/search/search.ts'
import { engineOf } from '#db/engine/engine.ts'
import { postponed } from '#db/engine/statements/postponed-writes.ts'
import type { Write } from '#db/engine/statements/write-together.ts'
import type { Database } from '#db/schema.ts'

/** The shortest text that the index can look up, in characters. */
export const MIN_ORDER_SEARCH_LENGTH = 3

/** A search reads no more matches than this: the newest ones. */
export const MAX_ORDER_MATCHES = 1_000

/** The text that an order is found by: its number, and the customer's name and email address. */
export function orderSearchText(number: string, { name, email }: Pick<Customer, 'name' | 'email'>): string {
  return [number, name, email].map(normalizeSearch).join('\n').toWellFormed()
}

/** Adds an order's current text to the search index. On PostgreSQL the column's index does so automatically. */
export async function writeOrderSearch(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  for (const { query } of searchWrites(tx, orderId)) await tx.executeQuery(query)
}

/** Adds these orders, in this order. A full-text index costs one write for each statement, however many rows it has. */
const ADD_ORDERS = `insert into order_search (order_id, body)
  select orders.id, orders.search_text from json_each(?) as listed cross join orders on orders.id = listed.value`

/** The writes of `writeOrderSearch`. The order is written before them. */
export function searchWrites(tx: Kysely<Database>, orderId: OrderId): Write[] {
  if (engineOf(tx) === 'postgres') return []
  return [{ query: postponed({ sql: ADD_ORDERS, value: orderId, table: 'order_search' }) }]
}

/** A condition on `orders`: the email address contains this one, without a limit on matches. */
export function orderEmailContains(db: Kysely<Database>, email: string): Expression<SqlBool> {
  const needle = normalizeSearch(email).toWellFormed().replaceAll('\0', '')
  if (engineOf(db) === 'postgres') return sql<SqlBool>`orders.search_text like ${likePattern(needle)}`
  return sql<SqlBool>`(instr(orders.search_text, ${needle}) > 0 and orders.id in (
    select order_id from order_search where order_search match ${quoted(needle)}))`
}

function likePattern(wanted: string): string {
  return `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Quotes the query as a phrase, which has no other syntax. */
function quoted(wanted: string): string {
  return `"${wanted.replaceAll('"', '""')}"`
}

/** A condition on `orders`: it is among the newest matches of the query. Null when the query is too short. */
export function matchesOrderSearch(db: Kysely<Database>, query: string): Expression<SqlBool> | null {
  const needle = normalizeSearch(query).toWellFormed().replaceAll('\0', '')
  if ([...needle].length < MIN_ORDER_SEARCH_LENGTH) return null
  if (engineOf(db) === 'postgres') {
    return sql<SqlBool>`orders.id in (
      select found.id from orders as found where found.search_text like ${likePattern(needle)}
      order by found.created_at desc, found.id desc limit ${sql.lit(MAX_ORDER_MATCHES)})`
  }
  // The index still contains earlier texts of an order: the column decides.
  return sql<SqlBool>`(instr(orders.search_text, ${needle}) > 0 and orders.id in (
    select order_id from order_search where order_search match ${quoted(needle)}
    order by rowid desc limit ${sql.lit(MAX_ORDER_MATCHES)}))`
}
