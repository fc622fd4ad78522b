import { sql } from 'kysely'
import type { ProductId } from '#domain/ids.ts'
import { cents, signedCents, type SignedCents } from '#domain/money.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'

/** A quarter of an hour: in every time zone, days begin at a multiple of it. */
export const SLOT_MS = 15 * 60_000

/** What was paid or returned within one slot. `orders` is 0 for returned money. */
export interface SlotOfSales {
  slot: number
  orders: number
  /** Negative when more was corrected than returned. */
  cents: SignedCents
}

/** A best-selling product. */
export interface BestSeller {
  productId: ProductId
  name: string
  units: number
}

/** Payments since a time, by slot: what the gateway received, whatever the order total. */
export async function readPaidSince({ db }: ShopDatabase, since: number): Promise<SlotOfSales[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select([
      sql<number>`paid_at / ${sql.lit(SLOT_MS)}`.as('slot'),
      // One order may have several payments.
      (e) => e.fn.count<number>('orders.id').distinct().as('orders'),
      (e) => e.fn.sum<number>('payments.received_cents').as('cents'),
    ])
    .where('paid_at', '>=', since)
    .groupBy('slot')
    .execute()
  return rows.map((row) => ({ slot: row.slot, orders: row.orders, cents: cents(Number(row.cents)) }))
}

/** Returned money since a time, by slot. Late payments were never counted as paid, so their refunds are left out. */
export async function readReturnedSince({ db }: ShopDatabase, since: number): Promise<SlotOfSales[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select([
      sql<number>`done_at / ${sql.lit(SLOT_MS)}`.as('slot'),
      (e) => e.fn.sum<number>('amount_cents').as('cents'),
    ])
    .where('done_at', '>=', since)
    .where('orders.paid_at', 'is not', null)
    .groupBy('slot')
    .execute()
  return rows.map((row) => ({ slot: row.slot, orders: 0, cents: signedCents(Number(row.cents)) }))
}

/** The best sellers since a time, without cancelled orders. */
export async function readBestSellers(
  { db }: ShopDatabase,
  since: number,
  limit: number,
): Promise<BestSeller[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select([
      'order_lines.product_id as productId',
      (e) => e.fn.max('order_lines.name').as('name'),
      (e) => e.fn.sum<number>('order_lines.quantity').as('units'),
    ])
    .where('orders.paid_at', '>=', since)
    .where('orders.state', 'not in', ['cancelled', 'refunded'] satisfies OrderState[])
    .groupBy('order_lines.product_id')
    .orderBy('units', 'desc')
    .orderBy('productId')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, units: Number(row.units) }))
}
