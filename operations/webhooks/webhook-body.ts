import { sql } from 'kysely'
import { findContactMessage } from '#db/inbox/contact-messages.ts'
import { findGiftCard } from '#db/gift-cards/gift-card-ledger.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findReturn } from '#db/returns/returns.ts'
import { IS_TEST } from '#db/engine/test-orders.ts'
import type { LeasedMessage } from '#db/webhooks/webhook-queue.ts'
import { isDisclosed } from '#domain/catalog/product.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import { chargedCode } from '#domain/currency.ts'
import {
  toGiftCardId,
  toMessageId,
  toOrderId,
  toProductId,
  toReturnId,
  type OrderId,
  type ProductId,
  type ReturnId,
} from '#domain/ids.ts'
import { WEBHOOK_VERSION, type WebhookFacts } from '#domain/webhooks/topics.ts'
import type { WebhookBody, WebhookData } from '#domain/webhooks/payloads.ts'
import { returnedSoFar } from '#domain/refunds/refund.ts'
import { returnNumber, type ReturnState } from '#domain/returns/return.ts'
import type { Shop } from '#operations/shop.ts'

/** A product that is not public yet is looked at again this often, because its moment may be moved. */
const LOOK_AGAIN_MS = 3_600_000

/** What to send: a body, or nothing before a time, or nothing at all. */
type Outcome = { kind: 'send'; body: string } | { kind: 'later'; at: number } | { kind: 'never' }

/**
 * The body of a message: its thing as it is now, with what happened. Nothing of a product leaves before shoppers may
 * know of it: its messages wait for its moment, and an order's items of it have no name.
 */
export async function webhookBody(shop: Shop, message: LeasedMessage): Promise<Outcome> {
  if (message.body !== null) return { kind: 'send', body: message.body }
  const data = await dataOf(shop, message)
  if (data === null) return { kind: 'never' }
  if ('laterAt' in data) return { kind: 'later', at: data.laterAt }
  const body: WebhookBody = {
    type: message.topic,
    version: WEBHOOK_VERSION,
    timestamp: new Date(message.happenedAt).toISOString(),
    data,
  }
  return { kind: 'send', body: JSON.stringify(body) }
}

async function dataOf(shop: Shop, message: LeasedMessage): Promise<WebhookData | { laterAt: number } | null> {
  const { thing, topic, facts } = message
  const at = thing.indexOf(':')
  const [kind, id] = [thing.slice(0, at), thing.slice(at + 1)]
  if (kind === 'order') return orderData(shop, toOrderId(id), facts)
  if (kind === 'return') return returnData(shop, toReturnId(id), facts)
  if (kind === 'product' && topic === 'product.removed') return { product: { id } }
  if (kind === 'product') return productData(shop, toProductId(id), message)
  const { db } = shop.database
  if (kind === 'gift-card') {
    const { event = '', amount = 0 } = facts
    const card = await findGiftCard(db, { id: toGiftCardId(id) })
    return card && { event, amount, giftCard: { ...card, currency: chargedCode() } }
  }
  const found = await findContactMessage(db, toMessageId(id))
  return found && { request: { id, subject: found.subject, receivedAt: found.createdAt } }
}

async function orderData(
  shop: Shop,
  id: OrderId,
  { event = '', amount }: WebhookFacts,
): Promise<WebhookData | null> {
  const { db } = shop.database
  const row = await db
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'fulfilment', 'delivery', 'total_cents as total'])
    .select(['created_at as placedAt', 'paid_at as paidAt'])
    .select(sql<number>`case when ${IS_TEST} then 1 else 0 end`.as('isTest'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const [payments, refunds, lines] = await Promise.all([
    findPayments(db, id),
    findRefunds(db, id),
    orderItems(shop, id),
  ])
  const items = lines.map(({ position: _position, ...item }) => item)
  const order = {
    ...row,
    isTest: row.isTest === 1,
    currency: chargedCode(),
    received: sumReceived(payments),
    refunded: returnedSoFar(refunds),
    items,
    url: `${shop.settings.publicUrl}/api/staff/orders/${row.number}`,
  }
  return { event, ...(amount !== undefined && { amount }), order }
}

/** The lines of an order. Those of a product that shoppers may not know of have neither name, id nor SKU. */
async function orderItems(shop: Shop, id: OrderId) {
  const lines = await shop.database.db
    .selectFrom('order_lines')
    .leftJoin('products', 'products.id', 'order_lines.product_id')
    .leftJoin('item_codes', (join) =>
      join
        .onRef('item_codes.product_id', '=', 'order_lines.product_id')
        .onRef('item_codes.size', '=', 'order_lines.size'),
    )
    .select(['position', 'order_lines.product_id as product', 'order_lines.name', 'sku', 'order_lines.size'])
    .select(['quantity', 'unit_price_cents as unitPrice', 'draft', 'published_from as publishedFrom'])
    .where('order_lines.order_id', '=', id)
    .orderBy('position')
    .execute()
  return lines.map(({ draft, publishedFrom, product, name, sku, ...line }) => {
    const isSecret = draft !== null && !isDisclosed({ draft: draft === 1, publishedFrom }, shop.now())
    return {
      ...line,
      product: isSecret ? null : product,
      name: isSecret ? null : name,
      sku: isSecret ? null : sku || null,
    }
  })
}

/** A return, without what its customer or staff wrote. */
async function returnData(shop: Shop, id: ReturnId, { event }: WebhookFacts): Promise<WebhookData | null> {
  const { db } = shop.database
  const found = await findReturn(db, id)
  const order =
    found &&
    (await db.selectFrom('orders').select('number').where('id', '=', found.orderId).executeTakeFirst())
  if (!found || !order) return null
  const items = new Map((await orderItems(shop, found.orderId)).map((item) => [item.position, item]))
  const number = returnNumber(order.number, found)
  const units = found.units.flatMap(({ position, item: own, reason, condition }) => {
    const line = items.get(position)
    if (line === undefined) return []
    const isLine = line.product === null || (line.product === own.productId && line.size === own.size)
    const { product, name, sku } = isLine ? line : { product: own.productId, name: own.name, sku: null }
    return [{ product, name, sku, size: own.size, reason, condition }]
  })
  const { state, wish, fee, createdAt, dueAt, decidedAt, receivedAt, closedAt } = found
  return {
    event: (event ?? state) as ReturnState,
    return: {
      id,
      number,
      order: order.number,
      state,
      wish,
      currency: chargedCode(),
      fee,
      askedAt: createdAt,
      decideBy: dueAt,
      decidedAt,
      receivedAt,
      closedAt,
      units,
      url: `${shop.settings.publicUrl}/api/staff/returns/${number}`,
    },
  }
}

async function productData(
  shop: Shop,
  id: ProductId,
  { topic, facts }: LeasedMessage,
): Promise<WebhookData | { laterAt: number } | null> {
  const product = await shop.catalog.find(id, { hiddenToo: true, archivedToo: true })
  if (product === null || product.draft) return null
  const { archivedAt } = product
  if (archivedAt !== null && (topic !== 'stock.changed' || !isDisclosed(product, archivedAt))) return null
  if (!isDisclosed(product, shop.now()))
    return { laterAt: Math.min(product.publishedFrom ?? Infinity, shop.now() + LOOK_AGAIN_MS) }
  if (topic === 'stock.changed') {
    const { size = null, delta = 0, stock = null, reason = '' } = facts
    return { product: { id }, size, delta, stock, reason }
  }
  const skus = new Map(product.codes.map(({ size, sku }) => [size, sku]))
  return {
    product: {
      id,
      name: product.name,
      category: product.category,
      currency: chargedCode(),
      price: product.price,
      compareAt: product.compareAt,
      stock: product.stock,
      sizes: product.sizes.map(({ size, stock }) => ({ size, sku: skus.get(size) ?? '', stock })),
      version: product.version,
      url: `${shop.settings.publicUrl}/product/${id}`,
    },
  }
}
