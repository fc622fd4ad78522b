import { sql } from 'kysely'
import type { ProductId } from '#domain/ids.ts'
import { cents, signedCents, type SignedCents } from '#domain/money.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'

export const DAY_MS = 86_400_000
/** A quarter of an hour: in every time zone, days begin at a multiple of it. */
export const SLOT_MS = 15 * 60_000

/** The states in which what was paid for counts as not sold. */
const NOT_SOLD: readonly OrderState[] = ['cancelled', 'refunded']

/** Whether the items of a paid order count as sold. */
export function isSold(state: OrderState): boolean {
  return !NOT_SOLD.includes(state)
}

/** A time range in epoch milliseconds, without its end. */
export interface TimeRange {
  from: number
  until: number
}

/** What was paid or returned within one slot. `orders` is 0 for balances and for returned money. */
export interface SlotOfSales {
  slot: number
  orders: number
  /** Negative when more was corrected than returned. */
  cents: SignedCents
}

/** How often a product was sold. */
export interface SoldProduct {
  productId: ProductId
  name: string
  units: number
}

/** What was sold: payments and returned money by slot, and units of paid orders without cancelled ones. */
export interface Sales {
  paid: readonly SlotOfSales[]
  returned: readonly SlotOfSales[]
  sold: readonly SoldProduct[]
}

/** Counts what was sold in a period. */
export async function countSales(database: ShopDatabase, range: TimeRange): Promise<Sales> {
  const [paid, returned, sold] = await Promise.all([
    countPaid(database, range),
    countReturned(database, range),
    countSold(database, range),
  ])
  return { paid, returned, sold }
}

/**
 * Payments: what was received, whatever the order total. A balance counts when it was received, so that the revenue of
 * a past day stays the same; every other payment counts on the day of its order.
 */
async function countPaid(database: ShopDatabase, range: TimeRange): Promise<SlotOfSales[]> {
  const [orders, balances] = await Promise.all([countOrders(database, range), countBalances(database, range)])
  return [...orders, ...balances]
}

async function countOrders({ db }: ShopDatabase, { from, until }: TimeRange): Promise<SlotOfSales[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select([
      sql<number>`paid_at / ${sql.lit(SLOT_MS)}`.as('slot'),
      // One order may have several payments.
      (e) => e.fn.count<number>('orders.id').distinct().as('orders'),
      (e) => e.fn.sum<number>('payments.received_cents').as('cents'),
    ])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .where('payments.received_at', 'is', null)
    .groupBy('slot')
    .execute()
  return rows.map((row) => ({ slot: row.slot, orders: row.orders, cents: cents(Number(row.cents)) }))
}

async function countBalances({ db }: ShopDatabase, { from, until }: TimeRange): Promise<SlotOfSales[]> {
  const rows = await db
    .selectFrom('payments')
    .select([
      sql<number>`received_at / ${sql.lit(SLOT_MS)}`.as('slot'),
      (e) => e.fn.sum<number>('received_cents').as('cents'),
    ])
    .where('received_at', '>=', from)
    .where('received_at', '<', until)
    .groupBy('slot')
    .execute()
  return rows.map((row) => ({ slot: row.slot, orders: 0, cents: cents(Number(row.cents)) }))
}

/** Returned money. Late payments were never counted as paid, so their refunds are left out. */
async function countReturned({ db }: ShopDatabase, { from, until }: TimeRange): Promise<SlotOfSales[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select([
      sql<number>`done_at / ${sql.lit(SLOT_MS)}`.as('slot'),
      (e) => e.fn.sum<number>('amount_cents').as('cents'),
    ])
    .where('done_at', '>=', from)
    .where('done_at', '<', until)
    .where('orders.paid_at', 'is not', null)
    .groupBy('slot')
    .execute()
  return rows.map((row) => ({ slot: row.slot, orders: 0, cents: signedCents(Number(row.cents)) }))
}

/** The units of paid orders by product, without cancelled orders. */
export async function countSold({ db }: ShopDatabase, { from, until }: TimeRange): Promise<SoldProduct[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select([
      'order_lines.product_id as productId',
      (e) => e.fn.max('order_lines.name').as('name'),
      (e) => e.fn.sum<number>('order_lines.quantity').as('units'),
    ])
    .where('orders.paid_at', '>=', from)
    .where('orders.paid_at', '<', until)
    .where('orders.state', 'not in', NOT_SOLD)
    .groupBy('order_lines.product_id')
    .execute()
  return rows.map((row) => ({ ...row, units: Number(row.units) }))
}
