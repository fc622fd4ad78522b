import { findListedGiftCard } from '#db/gift-cards/gift-card-list.ts'
import { findGiftCard } from '#db/gift-cards/gift-card-ledger.ts'
import { orderEmailIs } from '#db/orders/order-search.ts'
import { findOrderBatched } from '#db/orders/orders.ts'
import { accountEmail } from '#domain/accounts/account-email.ts'
import { limitAddress } from '#domain/drops/buyer.ts'
import type { Cents } from '#domain/money.ts'
import type { Customer, Order } from '#domain/orders/order.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import type { Shop } from '#operations/shop.ts'

/** How many orders a customer sees at once. */
export const MAX_OWN_ORDERS = 100

/** The orders whose emails go to this address, newest first, but for those that were never paid. */
export async function readOwnOrders({ database }: Pick<Shop, 'database'>, email: string): Promise<Order[]> {
  const { db } = database
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'email'])
    .where(orderEmailIs(db, email))
    .where('state', 'not in', ['pending', 'expired'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  // The index takes other spellings for the same.
  const own = rows.filter((row) => accountEmail(row.email) === email).slice(0, MAX_OWN_ORDERS)
  const orders = await Promise.all(own.map(({ id }) => findOrderBatched(database, id)))
  return orders.flatMap((order) => (order === null || order.erasure ? [] : [order]))
}

/** Where a customer had orders sent, and to whom. */
export type OwnAddress = Omit<Customer, 'email'>

/** How many addresses a customer is offered at the checkout. */
const MAX_OWN_ADDRESSES = 3

/** The delivery addresses of a customer's orders, the latest first, each in its latest spelling. */
export async function readOwnAddresses(shop: Pick<Shop, 'database'>, email: string): Promise<OwnAddress[]> {
  const addresses = new Map<string, OwnAddress>()
  for (const { customer } of await readOwnOrders(shop, email)) {
    const place = limitAddress(customer)
    const { email: _, ...address } = customer
    if (place !== '' && !addresses.has(place)) addresses.set(place, address)
  }
  return [...addresses.values()].slice(0, MAX_OWN_ADDRESSES)
}

/** What is left of the store credit that was given to this very address. */
export async function readOwnCredit(
  { database: { db } }: Pick<Shop, 'database'>,
  email: string,
): Promise<Cents | null> {
  const credit = await findGiftCard(db, { email: limitEmail(email) })
  if (credit === null || credit.state !== 'active' || credit.balance === 0) return null
  const listed = await findListedGiftCard(db, credit.id)
  return listed !== null && accountEmail(listed.email) === email ? credit.balance : null
}
