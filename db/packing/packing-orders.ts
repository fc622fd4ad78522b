import type { OrderId } from '#domain/ids.ts'
import { sql, type Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import { IS_ON_HOLD } from '#db/orders/holds.ts'
import { findShipmentsOf } from '#db/orders/shipments.ts'
import { findLineProgressOf } from '#db/refunds/fulfilment-status.ts'
import { findRefundsOf } from '#db/refunds/refunds.ts'
import type { Database } from '#db/schema.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { MoneyStatus } from '#domain/orders/allowed-actions.ts'
import { isShipped, type FulfilmentStatus, type Shipment } from '#domain/orders/fulfilment.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { DutyTerms } from '#domain/orders/order-shipping.ts'
import type { Customer, Delivery, OrderState } from '#domain/orders/order.ts'
import type { PackedItem } from '#domain/packing/pick-list.ts'
import { moneyStatus } from '#domain/refunds/refund.ts'

/** An item of an order. `quantity`: still to be sent. `shipped`: sent already. `barcode`: empty when unknown. */
export interface PackingItem extends PackedItem {
  shipped: number
  position: number
  /** Sold before it was made: the day that was promised. */
  shipsOn: ShopDay | null
  /** What one unit was sold for, which is its value for customs; of a gift, its price in the shop. */
  unitPrice: Cents
  barcode: string
  pictureKey: string | null
  /** Of one unit in grams; null: unknown. */
  weight: number | null
  /** For customs: a code of the Harmonized System, and a country code. Empty: unknown. */
  hsCode: string
  origin: string
}

/** What packing needs to know about an order. */
export interface PackingOrder {
  id: OrderId
  number: string
  version: number
  state: OrderState
  fulfilment: FulfilmentStatus
  /** The parcels that were sent, with their tracking numbers. */
  parcels: Pick<Shipment, 'number' | 'trackingNumber'>[]
  erasure: ErasureReason | null
  customer: Customer
  delivery: Delivery
  /** When the customer collected the last item that is ready. */
  pickedUpAt: number | null
  /** Whether the customer collected a part of the order. */
  hasPickups: boolean
  /** The name of the shipping method, and who pays the duty. */
  shippingName: string
  duty: DutyTerms | null
  note: string
  createdAt: number
  isPaid: boolean
  items: PackingItem[]
  money: MoneyStatus
  balanceDue: Cents
  isOnHold: boolean
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
    .select(['created_at as createdAt', 'fulfilment', 'paid_at as paidAt', 'delivery'])
    .select(['picked_up_at as pickedUpAt', 'has_pickups'])
    .select(['shipping_name as shippingName', 'duty_terms as duty'])
    .select(['balance_due_cents as balanceDue', IS_ON_HOLD.as('isOnHold')])
    .where(isAmong(db, 'number', numbers))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const sent = rows.filter(({ fulfilment }) => isShipped(fulfilment)).map(({ id }) => id)
  const [items, received, refunds, shipments] = await Promise.all([
    findItems(db, ids),
    findReceivedSums(db, ids),
    findRefundsOf(db, ids),
    findShipmentsOf(db, sent),
  ])
  return rows.map(
    ({
      paidAt,
      name,
      email,
      phone,
      address,
      city,
      country,
      region,
      postal,
      has_pickups,
      isOnHold,
      ...order
    }) => ({
      ...order,
      hasPickups: has_pickups === 1,
      isOnHold: isOnHold === 1,
      parcels: shipments.get(order.id) ?? [],
      isPaid: paidAt !== null,
      customer: { name, email, phone, address, city, country, region, postal },
      items: items.get(order.id) ?? [],
      money: moneyStatus(cents(received.get(order.id) ?? 0), refunds.get(order.id) ?? []),
    }),
  )
}

/** The position of a size that the product is no longer offered in: after all others. */
const UNKNOWN_SIZE = 1_000

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
    .leftJoin('product_sizes', (join) =>
      join
        .onRef('product_sizes.product_id', '=', 'order_lines.product_id')
        .onRef('product_sizes.size', '=', 'order_lines.size'),
    )
    // Uses the product's current codes, so that a corrected code appears on slips that are printed later.
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select(['order_id', 'order_lines.position', 'order_lines.product_id as productId'])
    .select(['order_lines.name', 'order_lines.size', 'product_sizes.position as sizeOrder'])
    .select(['order_lines.picture_key as pictureKey', 'ships_on as shipsOn'])
    .select(['unit_price_cents as listPrice', 'order_lines.quantity as ordered', 'bin', 'barcode'])
    .select((e) =>
      e
        .selectFrom('order_adjustments')
        .select((one) => one.fn.sum<number | null>('amount_cents').as('sum'))
        .where('kind', '=', 'price-change')
        .whereRef('order_adjustments.order_id', '=', 'order_lines.order_id')
        .whereRef('line_position', '=', 'order_lines.position')
        .as('priceChange'),
    )
    .select(({ fn, ref }) => [
      fn.coalesce('products.weight_grams', 'order_lines.weight_grams').as('weight'),
      sql<string>`coalesce(nullif(${ref('products.hs_code')}, ''), ${ref('order_lines.hs_code')})`.as(
        'hsCode',
      ),
      sql<string>`coalesce(nullif(${ref('products.origin_country')}, ''), ${ref('order_lines.origin_country')})`.as(
        'origin',
      ),
    ])
    .where(isAmong(db, 'order_id', orderIds))
    .where('gift_card', '=', 0)
    .orderBy('order_id')
    .orderBy('order_lines.position')
    .execute()
  const progress = await findLineProgressOf(db, orderIds)
  const unitsOf = (orderId: OrderId, position: number) => {
    const line = progress.get(orderId)?.find((one) => one.position === position)
    // What has not come in is not packed.
    return { quantity: line?.isAwaited ? 0 : (line?.open ?? 0), shipped: line?.shipped ?? 0 }
  }
  const items = rows.map(
    ({ order_id, bin, barcode, sizeOrder, listPrice, ordered, priceChange, ...item }) => ({
      orderId: order_id,
      item: {
        ...item,
        unitPrice: soldFor(listPrice, Number(priceChange ?? 0), ordered),
        ...unitsOf(order_id, item.position),
        sizeOrder: sizeOrder ?? UNKNOWN_SIZE,
        bin: bin ?? '',
        barcode: barcode ?? '',
      },
    }),
  )
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId)
  return new Map([...byOrder].map(([id, own]) => [id, own.map(({ item }) => item)]))
}

function soldFor(listPrice: Cents, priceChange: number, ordered: number): Cents {
  const sold = Math.round(listPrice + priceChange / ordered)
  return sold > 0 ? cents(sold) : listPrice
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
