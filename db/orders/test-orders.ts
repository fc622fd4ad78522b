import { sql, type Kysely, type SqlBool } from 'kysely'
import { returnStock } from '#db/catalog/stock.ts'
import { engineOf } from '#db/engine/engine.ts'
import { IS_TEST } from '#db/engine/test-orders.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import { mailIds } from './erase-order.ts'
import { lockingOrders } from './orders.ts'
import { markBooks } from './mark-books.ts'
import { markSalesForRecount } from './mark-sales-for-recount.ts'

/** A test order that can be deleted, or why it cannot. */
export interface TestOrder {
  id: OrderId
  number: string
  /** `pending`: it is being paid. `gift-card`: cards were bought or used with it, whose ledger is kept. */
  obstacle: 'pending' | 'gift-card' | null
}

/** The test orders, newest first. */
export async function listTestOrders(db: Kysely<Database>): Promise<TestOrder[]> {
  const rows = await testOrders(db).orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map(({ state, usesCards, ...order }) => ({
    ...order,
    obstacle: state === 'pending' ? 'pending' : Number(usesCards) > 0 ? 'gift-card' : null,
  }))
}

function testOrders(db: Kysely<Database>) {
  return db
    .selectFrom('orders')
    .select(['orders.id', 'orders.number', 'orders.state'])
    .select(
      sql<number>`(select count(*) from gift_cards where gift_cards.order_id = orders.id)
        + (select count(*) from payments where payments.order_id = orders.id and gift_card_id is not null)
        + (select count(*) from refunds where refunds.order_id = orders.id and source in ('gift-card', 'store-credit'))`.as(
        'usesCards',
      ),
    )
    .where(IS_TEST)
}

/** Everything that belongs to an order, in an order in which it can be deleted. */
const PARTS = [
  'order_tags',
  'slip_prints',
  'batch_orders',
  'order_holds',
  'packing_claims',
  'promotion_uses',
  'drop_buyers',
  'hold_times',
  'holds',
  'outbox',
  'order_events',
  'order_pickups',
  'order_shipment_lines',
  'order_shipments',
  'disputes',
  'refund_parts',
  'refunds',
  'payment_links',
  'payments',
  'test_gateway_intents',
  'unit_shares',
  'order_adjustments',
  'order_gifts',
  'order_lines',
] as const

/**
 * Deletes a test order, with all that belongs to it; what it took from stock goes back. The stock ledger keeps its
 * movements. `mails`: the ids of its mails, whose stored copies go too. Null: none can be deleted. Call it in a
 * transaction.
 */
export async function deleteTestOrder(tx: Tx, id: OrderId, change: { by: string; at: number }) {
  await lockingOrders(tx).select('id').where('id', '=', id).execute()
  const order = (await listTestOrders(tx)).find((one) => one.id === id)
  if (!order || order.obstacle !== null) return null
  const taken = await tx
    .selectFrom('stock_movements')
    .select(['product_id as productId', 'size', sql<number>`-sum(delta)`.as('quantity')])
    .where('order_id', '=', id)
    .groupBy(['product_id', 'size'])
    .having(sql<SqlBool>`sum(delta) < 0`)
    .execute()
  const units = taken.map(({ productId, size, quantity }) => ({
    productId,
    size: size ?? '',
    quantity: Number(quantity),
    fromProduct: size === null,
    fromSize: size !== null,
  }))
  const tasks = await tx.selectFrom('outbox').select(['kind', 'payload']).where('order_id', '=', id).execute()
  await returnStock(tx, units, { reason: 'returned', orderId: id, ...change })
  await markSalesForRecount(tx, id)
  await markBooks(tx, 'order', [id])
  const intents = tx.selectFrom('test_gateway_intents').select('id').where('order_id', '=', id)
  await tx.deleteFrom('test_gateway_refunds').where('intent_id', 'in', intents).execute()
  if (engineOf(tx) === 'sqlite') await tx.deleteFrom('order_search').where('order_id', '=', id).execute()
  for (const table of PARTS) await tx.deleteFrom(table).where('order_id', '=', id).execute()
  await tx.deleteFrom('orders').where('id', '=', id).execute()
  return { ...order, mails: mailIds(tasks, id) }
}
