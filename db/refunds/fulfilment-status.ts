import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import { updatePickedUp } from '#db/orders/pickups.ts'
import { findShipmentsOf } from '#db/orders/shipments.ts'
import { findRefundPartsOf, settleRefundedUnits } from '#db/orders/refunded-units.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import { refundedParts } from '#domain/refunds/refunded-units.ts'
import {
  fulfilmentStatus,
  lineProgress,
  shippedUnits,
  type FulfilmentStatus,
  type LineFacts,
  type LineProgress,
} from '#domain/orders/fulfilment.ts'

/** Where the units of an order are, line by line. */
export async function findLineProgress(db: Kysely<Database>, orderId: OrderId): Promise<LineProgress[]> {
  return (await findLineProgressOf(db, [orderId])).get(orderId) ?? []
}

/** Where the units of each of these orders are. */
export async function findLineProgressOf(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, LineProgress[]>> {
  const facts = await findLineFactsOf(db, orderIds)
  return new Map([...facts].map(([orderId, lines]) => [orderId, lines.map(lineProgress)]))
}

/** What happened to the units of an order, line by line. */
export async function findLineFacts(db: Kysely<Database>, orderId: OrderId): Promise<LineFacts[]> {
  return (await findLineFactsOf(db, [orderId])).get(orderId) ?? []
}

async function findLineFactsOf(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, LineFacts[]>> {
  const [lines, shipments, refunded] = await Promise.all([
    db
      .selectFrom('order_lines')
      .select([
        'order_id as orderId',
        'position',
        'quantity',
        'restocked',
        'restocked_sent as restockedSent',
        'gift_card',
        'awaited',
      ])
      .where(isAmong(db, 'order_id', orderIds))
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
    findShipmentsOf(db, orderIds),
    findRefundPartsOf(db, orderIds),
  ])
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  return new Map(
    [...byOrder].map(([orderId, own]) => {
      const shipped = shippedUnits(shipments.get(orderId) ?? [])
      const { units, sent } = refundedParts(refunded.get(orderId) ?? [])
      const facts = own.map(({ position, quantity, restocked, restockedSent, gift_card, awaited }) => ({
        position,
        quantity,
        restocked: { all: restocked, sent: restockedSent },
        refunded: { all: units.get(position)?.length ?? 0, sent: sent.get(position) ?? 0 },
        shipped: shipped.get(position) ?? 0,
        ...(gift_card === 1 && { giftCard: true }),
        ...(awaited === 1 && { isAwaited: true }),
      }))
      return [orderId, facts]
    }),
  )
}

/**
 * Brings the status of an order up to date with its lines, shipments and refunds, and returns it: the only writer of
 * `orders.fulfilment`. Updates what was picked up, too, and which units were refunded. Lock the order first,
 * and give it a new version.
 */
export async function updateFulfilment(tx: Kysely<Database>, orderId: OrderId): Promise<FulfilmentStatus> {
  await settleRefundedUnits(tx, orderId)
  const fulfilment = fulfilmentStatus(await findLineProgress(tx, orderId))
  await tx
    .updateTable('orders')
    .set({ fulfilment })
    .where('id', '=', orderId)
    .where('fulfilment', '!=', fulfilment)
    .execute()
  // Shipments and refunds of an order for pickup change what waits for the customer.
  const order = tx.selectFrom('orders').select('delivery').where('id', '=', orderId)
  if ((await order.executeTakeFirstOrThrow()).delivery === 'pickup') await updatePickedUp(tx, orderId)
  return fulfilment
}
