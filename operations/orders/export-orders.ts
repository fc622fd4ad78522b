import { walkOrders, type ListPosition } from '#db/orders/order-list.ts'
import type { CsvCell } from '#domain/csv.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { decimalDollars, signedCents } from '#domain/money.ts'
import { ADJUSTMENT_KINDS } from '#domain/orders/order-total.ts'
import { ORDER_STATE_WORDS } from '#domain/orders/order.ts'
import { filterOf, type OrderQuery } from './list-orders.ts'
import type { Shop } from '#operations/shop.ts'

const AT_ONCE = 500

/** The column headings. */
export const ORDER_COLUMNS = [
  'Order',
  'Placed',
  'Paid',
  'State',
  'Name',
  'E-mail',
  'Phone',
  'Address',
  'City',
  'Region',
  'Postal code',
  'Country',
  'Note',
  'Product',
  'Size',
  'Quantity',
  'Unit price (CAD)',
  'Line total (CAD)',
  'Order subtotal (CAD)',
  ...ADJUSTMENT_KINDS.map((kind) => `Order ${kind} (CAD)`),
  'Order total (CAD)',
  'Order refunded (CAD)',
  'Carrier',
  'Tracking number',
  'Fulfilled',
]

/** The matching orders as rows of cells, one per order line, in batches. */
export async function* exportOrders(
  shop: Shop,
  query: Omit<OrderQuery, 'page'>,
): AsyncGenerator<CsvCell[][]> {
  const { database } = shop
  const filter = filterOf(shop, query)
  let after: ListPosition | null = null
  for (;;) {
    const walked = await walkOrders(database, filter, after, AT_ONCE)
    const last = walked.at(-1)
    if (!last) return
    yield await rowsOf(
      shop,
      walked.map(({ id }) => id),
    )
    if (walked.length < AT_ONCE) return
    after = last
  }
}

async function rowsOf({ database: { db } }: Shop, ids: string[]): Promise<CsvCell[][]> {
  const [lines, adjustments, refunds] = await Promise.all([
    db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .selectAll('orders')
      .select(['order_lines.name as product', 'size', 'quantity', 'unit_price_cents'])
      .where('order_lines.order_id', 'in', ids)
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc')
      .orderBy('order_lines.position')
      .execute(),
    db
      .selectFrom('order_adjustments')
      .select(['order_id', 'kind', (e) => e.fn.sum<number>('amount_cents').as('amount')])
      .where('order_id', 'in', ids)
      .groupBy(['order_id', 'kind'])
      .execute(),
    db
      .selectFrom('refunds')
      .select(['order_id', (e) => e.fn.sum<number>('amount_cents').as('amount')])
      .where('order_id', 'in', ids)
      .where('state', '=', 'done')
      .groupBy('order_id')
      .execute(),
  ])
  const returned = new Map(refunds.map(({ order_id, amount }) => [order_id, Number(amount)]))
  const adjusted = new Map(
    adjustments.map(({ order_id, kind, amount }) => [`${order_id} ${kind}`, Number(amount)]),
  )
  return lines.map((line) => [
    line.number,
    time(line.created_at),
    line.paid_at === null ? null : time(line.paid_at),
    ORDER_STATE_WORDS[line.state],
    line.erasure === null ? line.name : ERASURE_WORDS[line.erasure],
    line.email,
    line.phone,
    line.address,
    line.city,
    line.region,
    line.postal,
    line.country,
    line.note,
    line.product,
    line.size,
    line.quantity,
    money(line.unit_price_cents),
    money(line.unit_price_cents * line.quantity),
    money(line.subtotal_cents),
    ...ADJUSTMENT_KINDS.map((kind) => money(adjusted.get(`${line.id} ${kind}`) ?? 0)),
    money(line.total_cents),
    money(returned.get(line.id) ?? 0),
    line.carrier,
    line.tracking_number,
    line.fulfilled_at === null ? null : time(line.fulfilled_at),
  ])
}

function time(at: number): string {
  return new Date(at).toISOString()
}

function money(amount: number): string {
  return decimalDollars(signedCents(amount))
}
