import type { OrderId } from '#domain/ids.ts'
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Another order that waits to be sent to the same email address, or to the same person at the same address. */
export interface DuplicateOrder {
  number: string
  createdAt: number
  isSameEmail: boolean
  isSameAddress: boolean
}

/** Orders that a customer places twice by mistake are placed within a short time. */
const DUPLICATE_WINDOW_MS = 24 * 60 * 60_000

/** More are not listed. */
const MAX_LISTED = 10

/** The condition of the indexes of migration 032: the databases use those only for the same expressions. */
const OTHER_WAITS = sql<SqlBool>`other.fulfilment = 'unfulfilled' and other.state in ('paid', 'refunded-in-part')`
/** The same for orders that are looked up by id: without `|| ''`, SQLite would scan all paid orders. */
const ONE_WAITS = sql<SqlBool>`one.fulfilment = 'unfulfilled' and one.state || '' in ('paid', 'refunded-in-part')`
const SAME_EMAIL = sql<SqlBool>`(lower(other.email) = lower(one.email) and other.email <> '')`
/** Neighbours, such as in a dormitory, are no duplicates. */
const SAME_PERSON = sql<SqlBool>`(lower(other.name) = lower(one.name) or (other.phone = one.phone and other.phone <> ''))`
const SAME_ADDRESS = sql<SqlBool>`(other.address_key = one.address_key and ${SAME_PERSON})`
/** Of orders that `foldedOrders` has not filled yet. */
const SAME_TYPED_ADDRESS = sql<SqlBool>`(lower(other.postal) = lower(one.postal)
  and lower(other.address) = lower(one.address) and other.country = one.country and other.address <> '' and ${SAME_PERSON})`
const CLOSE = sql<SqlBool>`other.id <> one.id
  and other.created_at > one.created_at - ${sql.lit(DUPLICATE_WINDOW_MS)}
  and other.created_at < one.created_at + ${sql.lit(DUPLICATE_WINDOW_MS)}`

interface DuplicateRow extends Omit<DuplicateOrder, 'isSameEmail' | 'isSameAddress'> {
  isSameEmail: number
  isSameAddress: number
}

/** The duplicates of an order that was paid and not sent, oldest first; none for any other order. */
export async function findDuplicates(db: Kysely<Database>, orderId: OrderId): Promise<DuplicateOrder[]> {
  const { rows } = await duplicatesOf(orderId).execute(db)
  return rows.map(({ isSameEmail, isSameAddress, ...order }) => ({
    ...order,
    isSameEmail: isSameEmail === 1,
    isSameAddress: isSameAddress === 1,
  }))
}

/** Which of these orders have a duplicate. Give it one page of a list. */
export async function findOrdersWithDuplicates(
  db: Kysely<Database>,
  ids: readonly OrderId[],
): Promise<Set<OrderId>> {
  if (ids.length === 0) return new Set()
  const { rows } = await withDuplicates(ids).execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The query of `findDuplicates`. */
export function duplicatesOf(orderId: OrderId): RawBuilder<DuplicateRow> {
  const alike = (how: RawBuilder<SqlBool>) =>
    sql`select other.id from orders as one, orders as other
      where one.id = ${orderId} and ${ONE_WAITS} and ${OTHER_WAITS} and ${CLOSE} and ${how}`
  return sql<DuplicateRow>`
    select other.number, other.created_at as "createdAt",
      case when ${SAME_EMAIL} then 1 else 0 end as "isSameEmail",
      case when ${SAME_ADDRESS} or ${SAME_TYPED_ADDRESS} then 1 else 0 end as "isSameAddress"
    from orders as one, orders as other
    where one.id = ${orderId} and other.id in (
      ${alike(SAME_EMAIL)} union ${alike(SAME_ADDRESS)} union ${alike(SAME_TYPED_ADDRESS)})
    order by other.created_at, other.id
    limit ${sql.lit(MAX_LISTED)}`
}

/** The query of `findOrdersWithDuplicates`. */
export function withDuplicates(ids: readonly OrderId[]): RawBuilder<{ id: OrderId }> {
  const exists = (how: RawBuilder<SqlBool>) =>
    sql`exists (select 1 from orders as other where ${OTHER_WAITS} and ${CLOSE} and ${how})`
  return sql<{ id: OrderId }>`
    select one.id from orders as one
    where one.id in (${sql.join(ids)}) and ${ONE_WAITS}
      and (${exists(SAME_EMAIL)} or ${exists(SAME_ADDRESS)} or ${exists(SAME_TYPED_ADDRESS)})`
}
