import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { saleTextsSchema } from '#domain/orders/sale-texts.ts'
import { BatchedRead } from '#db/engine/batched-read.ts'
import { isAmong } from '#db/engine/is-among.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { OrderId } from '#domain/ids.ts'
import { isShipped } from '#domain/orders/fulfilment.ts'
import { ORDER_NUMBER, type Order } from '#domain/orders/order.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'
import type { Database } from '#db/schema.ts'
import { readOrderContent, readOrderContents, type OrderContent } from './order-content.ts'
import { findOrderGifts } from '#db/gift-cards/order-gifts.ts'
import { findPaidByCards } from '#db/gift-cards/gift-card-payments.ts'
import { findPickups } from './pickups.ts'
import { findReadyRefunds } from './refunded-units.ts'
import { findShipments } from './shipments.ts'
import { returnStock, type TakenUnits } from '#db/catalog/stock.ts'

type OrderRow = Selectable<Database['orders']>

/** The order with its lines, or null. */
export async function findOrder(db: Kysely<Database>, id: OrderId): Promise<Order | null> {
  return withContent(db, await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst())
}

/** The order with this number and its lines, or null. */
export async function findOrderByNumber(db: Kysely<Database>, number: string): Promise<Order | null> {
  if (!ORDER_NUMBER.test(number)) return null
  return withContent(
    db,
    await db.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirst(),
  )
}

const reads = new WeakMap<ShopDatabase, BatchedRead<OrderId, Order>>()

/** The same as `findOrder`; simultaneous requests, such as the mails of one round, share one read. */
export async function findOrderBatched(database: ShopDatabase, id: OrderId): Promise<Order | null> {
  const read = reads.get(database) ?? new BatchedRead((ids) => readOrders(database, ids))
  reads.set(database, read)
  return (await read.find([id])).get(id) ?? null
}

async function readOrders({ db }: ShopDatabase, ids: OrderId[]): Promise<Map<OrderId, Order>> {
  const [rows, contents, cards] = await Promise.all([
    db
      .selectFrom('orders')
      .selectAll()
      .where(isAmong(db, 'id', ids))
      .execute(),
    readOrderContents(db, ids),
    findPaidByCards(db, ids),
  ])
  const gifts = await findOrderGifts(
    db,
    ids.filter((id) => hasGiftCards(contents.get(id))),
  )
  const orders = await Promise.all(
    rows.map(async (row) => {
      const of = { giftCards: cards.get(row.id) ?? [], gifts: gifts.get(row.id) ?? [] }
      const content = { ...contents.get(row.id)!, ...of }
      return [row.id, await orderOf(db, row, content)] as const
    }),
  )
  return new Map(orders)
}

async function withContent(db: Kysely<Database>, row: OrderRow | undefined): Promise<Order | null> {
  if (!row) return null
  const [content, cards] = await Promise.all([readOrderContent(db, row.id), findPaidByCards(db, [row.id])])
  const gifts = await findOrderGifts(db, hasGiftCards(content) ? [row.id] : [])
  return orderOf(db, row, {
    ...content,
    giftCards: cards.get(row.id) ?? [],
    gifts: gifts.get(row.id) ?? [],
  })
}

function hasGiftCards(content: OrderContent | undefined): boolean {
  return content?.lines.some(({ giftCard }) => giftCard === true) === true
}

async function orderOf(
  db: Kysely<Database>,
  row: OrderRow,
  content: OrderContent & Pick<Order, 'giftCards' | 'gifts'>,
): Promise<Order> {
  const isReady = row.delivery === 'pickup' && isShipped(row.fulfilment)
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    version: row.version,
    customer: customerOf(row),
    linkVersion: row.link_version,
    note: row.note,
    ...content,
    subtotal: row.subtotal_cents,
    total: row.total_cents,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    fulfilment: row.fulfilment,
    shipments: isShipped(row.fulfilment) ? await findShipments(db, row.id) : [],
    madeBy: row.made_by,
    policiesVersion: row.policies_version,
    language: row.language,
    ...(row.said !== null && { said: v.parse(saleTextsSchema, JSON.parse(row.said)) }),
    delivery: row.delivery,
    pickups: isReady ? await findPickups(db, row.id) : [],
    readyRefunds: isReady ? await findReadyRefunds(db, row.id) : [],
    pickedUpAt: row.picked_up_at,
    shipping: shippingOf(row),
    erasure: row.erased_at === null || row.erasure === null ? null : { at: row.erased_at, why: row.erasure },
  }
}

function shippingOf(row: OrderRow): Order['shipping'] {
  return {
    method: row.shipping_method,
    name: row.shipping_name,
    leastDays: row.shipping_least_days,
    mostDays: row.shipping_most_days,
    duty: row.duty_terms,
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

/** The version of the links of an order. */
export async function readLinkVersion(db: Kysely<Database>, id: OrderId): Promise<number> {
  const order = db.selectFrom('orders').select('link_version').where('id', '=', id)
  return (await order.executeTakeFirstOrThrow()).link_version
}

/** Selects orders and locks them until the transaction ends. */
export function lockingOrders(tx: Kysely<Database>) {
  return tx.selectFrom('orders').forUpdate()
}

const lockOne = compiledStatement((db, { id }: { id: OrderId }) =>
  lockingOrders(db)
    .select(['id', 'number', 'state', 'total_cents', 'paid_at', 'erased_at'])
    .where('id', '=', id),
)

/** Locks an order until the transaction ends, and reads what a payment is compared with; undefined: there is none. */
export async function lockOrder(tx: Kysely<Database>, id: OrderId) {
  return (await lockOne(tx, { id })).rows[0]
}

const deleteHolds = compiledStatement((db, { orderId }: { orderId: OrderId }) =>
  db
    .deleteFrom('holds')
    .where('order_id', '=', orderId)
    .returning(['product_id', 'size', 'quantity', 'from_product', 'from_size']),
)

const holdOf = compiledStatement((db, { orderId }: { orderId: OrderId }) =>
  db.selectFrom('holds').select('order_id').where('order_id', '=', orderId).limit(1),
)

/** Whether an order holds its units. Lock the order first. */
export async function isHolding(tx: Kysely<Database>, orderId: OrderId): Promise<boolean> {
  return (await holdOf(tx, { orderId })).rows.length > 0
}

/** Deletes the hold of an order and returns its units; none when it was already released or used up. */
export async function deleteHold(tx: Kysely<Database>, orderId: OrderId): Promise<TakenUnits[]> {
  const { rows } = await deleteHolds(tx, { orderId })
  return rows.map((row) => ({
    productId: row.product_id,
    size: row.size,
    quantity: row.quantity,
    fromProduct: row.from_product === 1,
    fromSize: row.from_size === 1,
  }))
}

/** Releases the held units of an order to stock, once. `backInStock`: something is available again. */
export async function releaseHeldStock(
  tx: Kysely<Database>,
  orderId: OrderId,
  { by, at }: Pick<StockChange, 'by' | 'at'>,
): Promise<{ backInStock: boolean }> {
  const held = await deleteHold(tx, orderId)
  return returnStock(tx, held, { reason: 'released', by, orderId, at })
}
