import { sql, type Kysely, type SqlBool } from 'kysely'
import { findRefundPartsOf } from '#db/orders/refunded-units.ts'
import { readOrderContents } from '#db/orders/order-content.ts'
import { COUNTS_IN_FIGURES } from '#db/engine/test-orders.ts'
import { storedLabel } from '#db/orders/stored-label.ts'
import { findRefundsOf } from '#db/refunds/refunds.ts'
import type { Database } from '#db/schema.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { OrderId } from '#domain/ids.ts'
import { rulesOf, ADJUSTMENT_KINDS } from '#domain/orders/order-total.ts'
import type { Delivery } from '#domain/orders/order.ts'
import type { Place } from '#domain/places/place.ts'
import {
  placeOfSale,
  salesOfBalance,
  salesOfOrder,
  salesOfReturned,
  sumOfSales,
  type RefundedOrder,
  type ReturnedMoney,
  type Sales,
  type SoldOrder,
} from '#domain/sales/sales.ts'
import { TAX, type TaxSetting } from '#domain/settings/tax.ts'

/** A time range in epoch milliseconds, without its end. */
export interface TimeRange {
  from: number
  until: number
}

/** What is counted: all of a period, or all of these orders. */
type Counted = TimeRange | { ids: readonly OrderId[] }

/** Counts what was sold in a period, from the orders, payments and refunds themselves. */
export async function countSales({ db }: ShopDatabase, range: TimeRange): Promise<Sales> {
  const [orders, balances, returned] = await Promise.all([
    readSoldOrders(db, range),
    readBalances(db, range),
    readReturned(db, range),
  ])
  return sumOfSales([
    ...orders.map(salesOfOrder),
    ...balances.map(salesOfBalance),
    ...returned.map(({ order, rows }) => salesOfReturned(order, rows)),
  ])
}

/** A condition: the time is in the period, or there is one and the order is among these. */
function isCounted(db: Kysely<Database>, counted: Counted, time: string) {
  const at = sql.ref(time)
  return 'ids' in counted
    ? sql<SqlBool>`(${at} is not null and ${isAmong(db, 'orders.id', counted.ids)})`
    : sql<SqlBool>`(${at} >= ${counted.from} and ${at} < ${counted.until})`
}

/** Each paid order, whatever became of it. */
export async function readSoldOrders(db: Kysely<Database>, counted: Counted): Promise<SoldOrder[]> {
  const paid = db
    .selectFrom('orders')
    .where(isCounted(db, counted, 'orders.paid_at'))
    .where(COUNTS_IN_FIGURES)
  const changes = ADJUSTMENT_KINDS.filter((kind) => rulesOf(kind).part === 'items')
  const [orders, lines, adjustments, shares, payments] = await Promise.all([
    paid.select(['id', 'paid_at', 'total_cents as total', ...PLACE]).execute(),
    paid
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .leftJoin('products', 'products.id', 'order_lines.product_id')
      .select(['orders.id as orderId', 'order_lines.product_id as productId', 'order_lines.name'])
      .select(['order_lines.size', 'order_lines.unit_price_cents as unitPrice', 'order_lines.quantity'])
      .select(['order_lines.tax_free', 'order_lines.gift_card', CATEGORY])
      .orderBy('order_lines.position')
      .execute(),
    paid
      .innerJoin('order_adjustments', 'order_adjustments.order_id', 'orders.id')
      .select(['orders.id as orderId', 'kind', 'label', 'label_kind', 'amount_cents as amount'])
      .select(['line_position', 'tax_kind', 'milli_percent', 'of_shipping_cents', 'contained_cents'])
      .orderBy('order_adjustments.position')
      .execute(),
    paid
      .innerJoin('order_adjustments', 'order_adjustments.order_id', 'orders.id')
      .innerJoin('unit_shares', (join) =>
        join
          .onRef('unit_shares.order_id', '=', 'orders.id')
          .onRef('unit_shares.adjustment', '=', 'order_adjustments.position'),
      )
      .select([
        'orders.id as orderId',
        'unit_shares.line_position as position',
        'unit',
        'units',
        'adjustment',
      ])
      .select(['unit_shares.amount_cents as amount', 'waived_cents as waived'])
      .where('order_adjustments.kind', 'in', changes)
      .execute(),
    paid
      .innerJoin('payments', 'payments.order_id', 'orders.id')
      .select(['orders.id as orderId', 'gateway', 'received_cents as amount'])
      .where('received_at', 'is', null)
      .execute(),
  ])
  const homes = await homesOf(db, orders)
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const adjustmentsOf = Map.groupBy(adjustments, ({ orderId }) => orderId)
  const sharesOf = Map.groupBy(shares, ({ orderId }) => orderId)
  const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId)
  return orders.map(({ id, paid_at, total, ...order }) => ({
    id,
    paidAt: paid_at ?? 0,
    place: placeOfSale(order, homes(order)),
    total,
    lines: (linesOf.get(id) ?? []).map(({ tax_free, gift_card, ...line }) => ({
      ...line,
      taxFree: tax_free === 1,
      giftCard: gift_card === 1,
    })),
    adjustments: (adjustmentsOf.get(id) ?? []).map((row) => ({
      kind: row.kind,
      label: storedLabel(row),
      amount: row.amount,
      ...(row.tax_kind !== null &&
        row.milli_percent !== null && {
          tax: {
            kind: row.tax_kind,
            milliPercent: row.milli_percent,
            ofShipping: row.of_shipping_cents,
            contained: row.contained_cents,
          },
        }),
    })),
    shares: sharesOf.get(id) ?? [],
    received: paymentsOf.get(id) ?? [],
  }))
}

/** Each balance of a changed order. */
export async function readBalances(db: Kysely<Database>, counted: Counted) {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id as paymentId', 'order_id as orderId'])
    .select(['received_at as at', 'gateway', 'received_cents as amount', ...PLACE])
    .where(isCounted(db, counted, 'received_at'))
    .where(COUNTS_IN_FIGURES)
    .execute()
  const homes = await homesOf(db, rows)
  return rows.map((row) => ({ ...row, at: row.at ?? 0, place: placeOfSale(row, homes(row)) }))
}

/** Returned money, by order. Late payments were never counted as paid, so their refunds are left out. */
export async function readReturned(
  db: Kysely<Database>,
  counted: Counted,
): Promise<{ orderId: OrderId; order: RefundedOrder; rows: ReturnedMoney[] }[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.order_id as orderId', 'done_at', 'refunds.amount_cents as amount'])
    .select(['corrects', 'source', 'gateway', 'total_cents as total', 'balance_due_cents as due', ...PLACE])
    .where(isCounted(db, counted, 'done_at'))
    .where('orders.paid_at', 'is not', null)
    .where(COUNTS_IN_FIGURES)
    .execute()
  const ids = [...new Set(rows.map(({ orderId }) => orderId))]
  if (ids.length === 0) return []
  const [contents, refunds, parts, received, homes] = await Promise.all([
    readOrderContents(db, ids),
    findRefundsOf(db, ids),
    findRefundPartsOf(db, ids),
    receivedOf(db, ids),
    homesOf(db, rows),
  ])
  const categories = await todaysCategories(
    db,
    [...contents.values()].flatMap(({ lines }) => lines),
  )
  return [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([id, own]) => {
    const order = own[0]!
    const { lines, ...content } = contents.get(id)!
    const sold = lines.map((line) => ({
      ...line,
      category: line.category || (categories.get(line.productId) ?? ''),
    }))
    return {
      orderId: id,
      order: {
        ...content,
        lines: sold,
        total: order.total,
        due: order.due,
        received: received.get(id) ?? 0,
        place: placeOfSale(order, homes(order)),
        refunds: refunds.get(id) ?? [],
        parts: parts.get(id) ?? [],
      },
      rows: own.map(({ done_at, corrects, ...row }) => ({
        ...row,
        at: done_at ?? 0,
        isCorrection: corrects !== null,
      })),
    }
  })
}

const PLACE = ['delivery', 'orders.country', 'orders.region', 'tax_version as taxVersion'] as const

/** Orders of earlier versions do not know their category. */
const CATEGORY = sql<string>`coalesce(nullif(order_lines.category, ''), products.category, '')`.as('category')

async function todaysCategories(
  db: Kysely<Database>,
  lines: readonly { productId: string; category?: string | undefined }[],
) {
  const unknown = lines.filter(({ category }) => !category).map(({ productId }) => productId)
  if (unknown.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'category'])
    .where(isAmong(db, 'id', [...new Set(unknown)]))
    .execute()
  return new Map<string, string>(rows.map(({ id, category }) => [id, category]))
}

async function receivedOf(db: Kysely<Database>, ids: readonly OrderId[]): Promise<Map<OrderId, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(['order_id as id', (e) => e.fn.sum<number>('received_cents').as('amount')])
    .where(isAmong(db, 'order_id', ids))
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ id, amount }) => [id, Number(amount)]))
}

/** Where the shop was by the tax setting that an order was priced by. */
async function homesOf(
  db: Kysely<Database>,
  orders: readonly { taxVersion: number; delivery: Delivery; country: string }[],
): Promise<(order: { taxVersion: number }) => Place> {
  const known = new Map<number, Place>()
  const atHome = orders.filter(({ delivery, country }) => delivery !== 'ship' || country === '')
  const versions = [...new Set(atHome.map(({ taxVersion }) => taxVersion))].filter((version) => version > 0)
  if (versions.length > 0) {
    const rows = await db
      .selectFrom('shop_settings')
      .select(['version', 'value'])
      .where('name', '=', TAX.name)
      .where('version', 'in', versions)
      .execute()
    for (const { version, value } of rows) known.set(version, (JSON.parse(value) as TaxSetting).home)
  }
  return ({ taxVersion }) => known.get(taxVersion) ?? TAX.fallback.home
}
