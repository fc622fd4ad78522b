import { toPaymentId, toOrderId, toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { searchColumns, writeOrderSearch } from '#db/orders/order-search.ts'
import { adjustmentRows, totalColumns } from '#db/orders/order-content.ts'
import { shareRows } from '#db/orders/unit-shares.ts'
import { divideOrder } from '#domain/orders/unit-shares.ts'
import { transact } from '#db/engine/transact.ts'
import { copyOrders } from './copied-orders.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { Product } from '#domain/catalog/product.ts'

const FIRST_NAMES = ['Ada', 'Bo', 'Chidi', 'Dana', 'Emeka', 'Fatima', 'Grace', 'Hiro', 'Ines', 'Jonas']
const LAST_NAMES = ['Prairie', 'Okafor', 'Tremblay', 'Singh', 'Nakamura', 'Silva', 'Novak', 'Bear', 'Chen']
const STATES: readonly OrderState[] = ['paid', 'fulfilled', 'fulfilled', 'fulfilled', 'expired', 'refunded']
const BATCH_SIZE = 500
const MINUTE = 60_000
/** A little sooner than the shop would, so that none becomes due during a measurement. */
const ERASED_AFTER_MS = 29 * 24 * 60 * MINUTE

/** Most orders that are inserted one by one; older ones are copies of them, made inside the database. */
const MAX_ORIGINALS = 100_000

/** Adds `count` orders of one line each, one every minute (`every`) up to now, as if they had been placed normally. */
export async function addOrders(
  database: ShopDatabase,
  { count, products, every = 1 }: { count: number; products: readonly Product[]; every?: number },
): Promise<void> {
  const originals = Math.min(count, MAX_ORIGINALS)
  if (count % originals !== 0) throw new Error(`${count} is not a multiple of ${originals}`)
  await insertOrders(database, { count: originals, products, every })
  if (count > originals) await copyOrders(database, { copies: count / originals - 1, originals })
  await eraseUnpaid(database)
  // As autovacuum would have done while the orders arrived.
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.db)
}

/** Orders that were never paid lose their customer after 30 days: a shop that has run for long has no more to erase. */
async function eraseUnpaid({ db }: ShopDatabase): Promise<void> {
  const before = Date.now() - ERASED_AFTER_MS
  const empty = { name: '', email: '', phone: '', address: '', city: '', postal: '', note: '' }
  await db
    .updateTable('orders')
    .set({ ...empty, search_text: sql<string>`lower(number)`, erased_at: before, erasure: 'never-paid' })
    .where('state', '=', 'expired')
    .where('updated_at', '<', before)
    .execute()
}

async function insertOrders(
  database: ShopDatabase,
  { count, products, every }: { count: number; products: readonly Product[]; every: number },
): Promise<void> {
  const first = Date.now() - count * every * MINUTE
  for (let made = 0; made < count; made += BATCH_SIZE) {
    const orders = Array.from({ length: Math.min(BATCH_SIZE, count - made) }, (_, at) =>
      orderOf(made + at, first + (made + at) * every * MINUTE, products),
    )
    await transact(database, async (tx) => {
      await tx
        .insertInto('orders')
        .values(orders.map(({ order }) => order))
        .execute()
      await tx
        .insertInto('order_lines')
        .values(orders.map(({ line }) => line))
        .execute()
      await tx
        .insertInto('order_adjustments')
        .values(orders.flatMap(({ adjustments }) => adjustments))
        .execute()
      await tx
        .insertInto('payments')
        .values(orders.map(({ payment }) => payment))
        .execute()
      await tx
        .insertInto('unit_shares')
        .values(orders.flatMap(({ shares }) => shares))
        .execute()
      const refunds = orders.flatMap(({ refund }) => refund ?? [])
      if (refunds.length > 0) await tx.insertInto('refunds').values(refunds).execute()
      const shipments = orders.flatMap(({ shipment }) => shipment ?? [])
      await tx
        .insertInto('order_shipments')
        .values(shipments.map(({ parcel }) => parcel))
        .execute()
      await tx
        .insertInto('order_shipment_lines')
        .values(shipments.map(({ units }) => units))
        .execute()
      for (const { order } of orders) {
        await writeOrderSearch(tx, order.id)
      }
    })
  }
}

function orderOf(index: number, createdAt: number, products: readonly Product[]) {
  const id = toOrderId(randomUUID())
  const code = index.toString(36).toUpperCase().padStart(8, '0')
  const number = `R-${code.slice(0, 4)}-${code.slice(4)}`
  const name = `${pick(FIRST_NAMES, index)} ${pick(LAST_NAMES, index * 7)}`
  const email = `${name.replace(' ', '.').toLowerCase()}${index}@shopper.example`
  const product = pick(products, index * 13)
  const state = pick(STATES, index * 5)
  const isPaid = state !== 'expired'
  const totals = priceCart([{ price: product.price, quantity: 1 }], { destination: null, tariff: TARIFF })
  const customer = {
    name,
    email,
    phone: '306 555 0142',
    address: '12 Broadway Ave',
    city: 'Saskatoon',
    region: 'Saskatchewan',
    country: 'CA',
    postal: 'S7N 1B4',
  }
  const order = {
    id,
    number,
    checkout_id: id,
    state,
    ...customer,
    ...searchColumns(number, customer),
    note: '',
    ...totalColumns(totals),
    created_at: createdAt,
    updated_at: createdAt,
    paid_at: isPaid ? createdAt + 5_000 : null,
    fulfilment: state === 'fulfilled' ? ('fulfilled' as const) : ('unfulfilled' as const),
  }
  const line = {
    order_id: id,
    position: 0,
    product_id: product.id,
    name: product.name,
    size: 'M' as const,
    unit_price_cents: product.price,
    quantity: 1,
    picture_key: null,
  }
  const payment = {
    id: toPaymentId(randomUUID()),
    order_id: id,
    kind: 'card' as const,
    gateway: 'test',
    intent_id: null,
    client_secret: null,
    attempt: 1,
    amount_cents: order.total_cents,
    asked_cents: order.total_cents,
    received_cents: isPaid ? order.total_cents : cents(0),
    currency: 'cad',
    state: isPaid ? ('succeeded' as const) : ('canceled' as const),
    created_at: createdAt,
    updated_at: createdAt,
  }
  const shipment =
    state === 'fulfilled'
      ? {
          parcel: {
            order_id: id,
            number: 1,
            sent_at: createdAt + 60 * MINUTE,
            sent_by: 'packer@shop.example',
            carrier: 'Canada Post',
            tracking_number: code,
            tracking_link: '',
            undone_at: null,
          },
          units: { order_id: id, shipment: 1, line_position: 0, quantity: 1 },
        }
      : null
  const refund =
    state === 'refunded'
      ? {
          id: toRefundId(id),
          order_id: id,
          payment_id: payment.id,
          source: 'staff' as const,
          amount_cents: order.total_cents,
          state: 'done' as const,
          reason: '',
          asked_by: 'owner@shop.example',
          idempotency_key: `refund-${id}`,
          gateway_refund_id: null,
          created_at: createdAt + 30 * MINUTE,
          done_at: createdAt + 31 * MINUTE,
        }
      : null
  const { adjustments } = totals
  const shares = divideOrder({ lines: [{ unitPrice: product.price, quantity: 1 }], adjustments })
  return {
    order,
    line,
    payment,
    shipment,
    refund,
    adjustments: adjustmentRows(id, adjustments),
    shares: shareRows(id, shares),
  }
}

function pick<T>(from: readonly T[], at: number): T {
  return from[at % from.length] as T
}
