import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { Customer } from '#domain/orders/order.ts'
import { normalizeSearch } from '#domain/catalogue/search.ts'
import { engineOf } from '#db/engine/engine.ts'
import type { Database } from '#db/schema.ts'

/** The shortest text that the index can look up, in characters. */
export const SHORTEST_ORDER_SEARCH = 3

/** More matches than this are not looked at: the newest count. */
export const MOST_ORDER_MATCHES = 1_000

/** What an order can be found by: its number, and the shopper's name and e-mail address. */
export function orderSearchText(number: string, { name, email }: Pick<Customer, 'name' | 'email'>): string {
  return [number, name, email].map(normalizeSearch).join('\n').toWellFormed()
}

/** Makes an order findable under what it says now. PostgreSQL does so by itself, with an index on the column. */
export async function writeOrderSearch(tx: Kysely<Database>, orderId: string, text: string): Promise<void> {
  if (engineOf(tx) === 'sqlite') {
    await tx.insertInto('order_search').values({ order_id: orderId, body: text }).execute()
  }
}

/** A condition on `orders`: they belong to this e-mail address, or to one that it is a part of. Without a limit. */
export function mayBeOrderOf(db: Kysely<Database>, email: string): Expression<SqlBool> {
  const wanted = normalizeSearch(email).toWellFormed().replaceAll('\0', '')
  if (engineOf(db) === 'postgres') return sql<SqlBool>`orders.search_text like ${likePattern(wanted)}`
  return sql<SqlBool>`(instr(orders.search_text, ${wanted}) > 0 and orders.id in (
    select order_id from order_search where order_search match ${quoted(wanted)}))`
}

function likePattern(wanted: string): string {
  return `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** A quoted phrase has no other syntax. */
function quoted(wanted: string): string {
  return `"${wanted.replaceAll('"', '""')}"`
}

/** A condition on `orders`: it is among the newest that the query occurs in. Null when the query is too short. */
export function foundByOrderSearch(db: Kysely<Database>, query: string): Expression<SqlBool> | null {
  const wanted = normalizeSearch(query).toWellFormed().replaceAll('\0', '')
  if ([...wanted].length < SHORTEST_ORDER_SEARCH) return null
  if (engineOf(db) === 'postgres') {
    return sql<SqlBool>`orders.id in (
      select found.id from orders as found where found.search_text like ${likePattern(wanted)}
      order by found.created_at desc, found.id desc limit ${sql.lit(MOST_ORDER_MATCHES)})`
  }
  // The index knows what an order once said too: the column decides.
  return sql<SqlBool>`(instr(orders.search_text, ${wanted}) > 0 and orders.id in (
    select order_id from order_search where order_search match ${quoted(wanted)}
    order by rowid desc limit ${sql.lit(MOST_ORDER_MATCHES)}))`
}
