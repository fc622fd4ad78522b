import type { Kysely, Selectable } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Order, OrderState } from '#domain/order.ts'
import type { Size } from '#domain/product.ts'
import type { Engine } from './engine.ts'
import type { ShopDatabase } from './open-database.ts'
import type { Database } from './schema.ts'
import { lockProducts, returnStock, type Pieces, type TakenPieces } from './stock.ts'

type OrderRow = Selectable<Database['orders']>

/** The order with its lines, or null. */
export async function findOrder(db: Kysely<Database>, id: string): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    id: row.id,
    number: row.number,
    state: row.state as OrderState,
    customer: customerOf(row),
    note: row.note,
    lines: lines.map((line) => ({
      productId: line.product_id,
      name: line.name,
      size: line.size as Size,
      unitPrice: line.unit_price_cents as Cents,
      quantity: line.quantity,
      pictureKey: line.picture_key,
    })),
    subtotal: row.subtotal_cents as Cents,
    tax: row.tax_cents as Cents,
    shipping: row.shipping_cents as Cents,
    total: row.total_cents as Cents,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  }
}

function customerOf({
  name,
  email,
  phone,
  address,
  city,
  country,
  region,
  postal,
}: OrderRow): Order['customer'] {
  return { name, email, phone, address, city, country, region, postal }
}

/** Keeps everybody else from changing the order until the transaction ends. On SQLite nobody else can write anyway. */
export function lockingOrders(tx: Kysely<Database>, engine: ShopDatabase['engine']) {
  return tx.selectFrom('orders').$if(engine === 'postgres', (query) => query.forUpdate())
}

/** Takes the hold of an order away and answers what it held; nothing when it was given back or used up before. */
export async function deleteHold(tx: Kysely<Database>, orderId: string): Promise<TakenPieces[]> {
  const rows = await tx
    .deleteFrom('holds')
    .where('order_id', '=', orderId)
    .returning(['product_id', 'size', 'quantity', 'from_product', 'from_size'])
    .execute()
  return rows.map((row) => ({
    productId: row.product_id,
    size: row.size as Size,
    quantity: row.quantity,
    fromProduct: row.from_product === 1,
    fromSize: row.from_size === 1,
  }))
}

/** Gives what an order holds back to the counts it came from, once. `backInStock`: something can be bought again. */
export async function giveHoldBack(
  tx: Kysely<Database>,
  engine: Engine,
  orderId: string,
): Promise<{ backInStock: boolean }> {
  const held = await deleteHold(tx, orderId)
  await lockProducts(tx, engine, held)
  return returnStock(tx, held)
}

/** What is held for a checkout that is not paid. */
export async function readHeldPieces(db: Kysely<Database>, checkoutId: string): Promise<Pieces[]> {
  const rows = await db
    .selectFrom('holds')
    .innerJoin('orders', 'orders.id', 'holds.order_id')
    .select(['holds.product_id as productId', 'holds.size', 'holds.quantity'])
    .where('orders.checkout_id', '=', checkoutId)
    .where('orders.state', '=', 'pending')
    .execute()
  return rows.map((row) => ({ ...row, size: row.size as Size }))
}

/** Appends to the order's history. */
export async function recordEvent(
  tx: Kysely<Database>,
  orderId: string,
  at: number,
  kind: string,
  detail: object = {},
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({ order_id: orderId, at, kind, detail: JSON.stringify(detail) })
    .execute()
}

/** Appends to the order's history what it does not say yet, word for word; false when it does. Lock the order first. */
export async function recordOnce(
  tx: Kysely<Database>,
  orderId: string,
  at: number,
  kind: string,
  detail: object,
): Promise<boolean> {
  const known = await tx
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('detail', '=', JSON.stringify(detail))
    .executeTakeFirst()
  if (known) return false
  await recordEvent(tx, orderId, at, kind, detail)
  return true
}
