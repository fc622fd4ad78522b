import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import type { Customer } from '#domain/orders/order.ts'
import { normalizePostal } from '#domain/checkout/shipping/find-zone.ts'
import { normalizeSearch, searchForms } from '#domain/catalog/search/search.ts'
import { containsText, likeText } from '#db/engine/contains-text.ts'
import { engineOf } from '#db/engine/engine.ts'
import { postponed } from '#db/engine/postponed-writes.ts'
import type { Database } from '#db/schema.ts'

/** The shortest text that the index can look up, in characters. */
export const MIN_ORDER_SEARCH_LENGTH = 3

/** A search reads no more matches than this: the newest ones. */
export const MAX_ORDER_MATCHES = 1_000

/** What an order is found by. */
type FoundBy = Pick<Customer, 'name' | 'email' | 'address' | 'postal' | 'country'>

/**
 * The columns that an order is found by: its number with the customer's name and email address, and the delivery
 * address as all its spellings have it; null when it has none.
 */
export function searchColumns(number: string, { name, email, address, postal, country }: FoundBy) {
  const street = normalizeSearch(address)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return {
    search_text: [number, name, email].map(normalizeSearch).join('\n').toWellFormed(),
    address_key: street === '' ? null : `${country} ${normalizePostal(postal)} ${street}`.toWellFormed(),
  }
}

/** Adds these orders, in this order. A full-text index costs one write for each statement, however many rows it has. */
const ADD_ORDERS = `insert into order_search (order_id, body)
  select orders.id, orders.search_text from json_each(?) as listed cross join orders on orders.id = listed.value`

/** Adds an order's current text to the search index. On PostgreSQL the column's index does so automatically. */
export async function writeOrderSearch(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  if (engineOf(tx) === 'postgres') return
  await tx.executeQuery(postponed({ sql: ADD_ORDERS, value: orderId, table: 'order_search' }))
}

/** A condition on `orders`: the email address contains this one, without a limit on matches. */
export function orderEmailContains(db: Kysely<Database>, email: string): Expression<SqlBool> {
  const wanted = email.replaceAll('\0', '')
  const found = containsText('orders.search_text', wanted) ?? sql<SqlBool>`1 = 0`
  if (engineOf(db) === 'postgres') return found
  return sql<SqlBool>`(${found} and orders.id in (
    select order_id from order_search where order_search match ${anyOf(searchForms(wanted))}))`
}

/** A condition on `orders`: the email address is this one, in any case. It is the end of what is searched. */
export function orderEmailIs(db: Kysely<Database>, email: string): Expression<SqlBool> {
  const ends = searchForms(email.replaceAll('\0', '')).map(
    (form) => sql`orders.search_text like ${`%\n${likeText(form)}`} escape '\\'`,
  )
  if (ends.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(${orderEmailContains(db, email)} and (${sql.join(ends, sql` or `)}))`
}

/** A condition on `orders`: it is among the newest matches of the query. Null when the query is too short. */
export function matchesOrderSearch(db: Kysely<Database>, query: string): Expression<SqlBool> | null {
  const wanted = query.replaceAll('\0', '')
  const forms = searchForms(wanted)
  if ([...(forms[0] ?? '')].length < MIN_ORDER_SEARCH_LENGTH) return null
  if (engineOf(db) === 'postgres') {
    return sql<SqlBool>`orders.id in (
      select found.id from orders as found where ${containsText('found.search_text', wanted)}
      order by found.created_at desc, found.id desc limit ${sql.lit(MAX_ORDER_MATCHES)})`
  }
  // The index still contains earlier texts of an order: the column decides.
  return sql<SqlBool>`(${containsText('orders.search_text', wanted)} and orders.id in (
    select order_id from order_search where order_search match ${anyOf(forms)}
    order by rowid desc limit ${sql.lit(MAX_ORDER_MATCHES)}))`
}

/** A full-text query for any of these texts, each quoted as a phrase, which has no other syntax. */
function anyOf(forms: readonly string[]): string {
  return ['', ...forms].map((form) => `"${form.replaceAll('"', '""')}"`).join(' OR ')
}
