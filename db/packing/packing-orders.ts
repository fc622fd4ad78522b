import type { OrderId } from '#domain/ids.ts'
import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import { findRefundsOf } from '#db/refunds/refunds.ts'
import type { Database } from '#db/schema.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { MoneyStanding } from '#domain/orders/allowed-actions.ts'
import type { Customer, OrderState } from '#domain/orders/order.ts'
import type { PackedItem } from '#domain/packing/pick-list.ts'
import { moneyStanding } from '#domain/refunds/refund.ts'

/** An item of a parcel. `quantity`: without what was returned to stock. `barcode`: empty when unknown. */
export interface PackingItem extends PackedItem {
  position: number
  unitPrice: Cents
  barcode: string
}

/** What packing needs to know about an order. */
export interface PackingOrder {
  id: OrderId
  number: string
  version: number
  state: OrderState
  isFulfilled: boolean
  carrier: string
  trackingNumber: string
  erasure: ErasureReason | null
  customer: Customer
  note: string
  createdAt: number
  isPaid: boolean
  items: PackingItem[]
  money: MoneyStanding
}

/** The orders with these numbers, oldest first. Unknown numbers are left out. */
export async function findPackingOrders(
  db: Kysely<Database>,
  numbers: readonly string[],
): Promise<PackingOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'version', 'state', 'erasure', 'note'])
    .select(['name', 'email', 'phone', 'address', 'city', 'country', 'region', 'postal'])
    .select(['carrier', 'tracking_number as trackingNumber'])
    .select(['created_at as createdAt', 'fulfilled_at as fulfilledAt', 'paid_at as paidAt'])
    .where(isAmong(db, 'number', numbers))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const [items, received, refunds] = await Promise.all([
    findItems(db, ids),
    findReceivedSums(db, ids),
    findRefundsOf(db, ids),
  ])
  return rows.map(
    ({ fulfilledAt, paidAt, name, email, phone, address, city, country, region, postal, ...order }) => ({
      ...order,
      isFulfilled: fulfilledAt !== null,
      isPaid: paidAt !== null,
      customer: { name, email, phone, address, city, country, region, postal },
      items: items.get(order.id) ?? [],
      money: moneyStanding(cents(received.get(order.id) ?? 0), refunds.get(order.id) ?? []),
    }),
  )
}

async function findItems(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<string, PackingItem[]>> {
  const rows = await db
    .selectFrom('order_lines')
    .leftJoin('item_codes', (join) =>
      join
        .onRef('item_codes.product_id', '=', 'order_lines.product_id')
        .onRef('item_codes.size', '=', 'order_lines.size'),
    )
    .select(['order_id', 'position', 'order_lines.product_id as productId', 'name', 'order_lines.size'])
    .select(['quantity', 'restocked', 'unit_price_cents as unitPrice', 'bin', 'barcode'])
    .where(isAmong(db, 'order_id', orderIds))
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  const items = rows.map(({ order_id, quantity, restocked, bin, barcode, ...item }) => ({
    orderId: order_id,
    item: { ...item, quantity: quantity - restocked, bin: bin ?? '', barcode: barcode ?? '' },
  }))
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId)
  return new Map([...byOrder].map(([id, own]) => [id, own.map(({ item }) => item)]))
}

async function findReceivedSums(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(['order_id', (e) => e.fn.sum<number>('received_cents').as('received')])
    .where(isAmong(db, 'order_id', orderIds))
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ order_id, received }) => [order_id, Number(received)]))
}
