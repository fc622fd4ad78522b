import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { Shipment, Tracking } from '#domain/orders/fulfilment.ts'

/** The shipments of an order, oldest first, without those that were undone. */
export async function findShipments(db: Kysely<Database>, orderId: OrderId): Promise<Shipment[]> {
  return (await findShipmentsOf(db, [orderId])).get(orderId) ?? []
}

/** The shipments of each of these orders. Orders of which nothing was sent are left out. */
export async function findShipmentsOf(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, Shipment[]>> {
  const rows = await db
    .selectFrom('order_shipments')
    .innerJoin('order_shipment_lines', (join) =>
      join
        .onRef('order_shipment_lines.order_id', '=', 'order_shipments.order_id')
        .onRef('order_shipment_lines.shipment', '=', 'order_shipments.number'),
    )
    .select(['order_shipments.order_id as orderId', 'number', 'sent_at as at', 'sent_by as by', 'carrier'])
    .select(['tracking_number as trackingNumber', 'tracking_link as trackingLink'])
    .select(['line_position as position', 'quantity'])
    .where(isAmong(db, 'order_shipments.order_id', orderIds))
    .where('undone_at', 'is', null)
    .orderBy('order_shipments.order_id')
    .orderBy('number')
    .orderBy('line_position')
    .execute()
  const shipments = new Map<OrderId, Shipment[]>()
  for (const { orderId, position, quantity, ...shipment } of rows) {
    const ofOrder = shipments.get(orderId) ?? []
    shipments.set(orderId, ofOrder)
    const last = ofOrder.at(-1)
    if (last?.number === shipment.number) last.units.push({ position, quantity })
    else ofOrder.push({ ...shipment, units: [{ position, quantity }] })
  }
  return shipments
}

/** Writes the next shipment of an order. Lock the order first. Returns its number. */
export async function insertShipment(
  tx: Kysely<Database>,
  orderId: OrderId,
  { at, by, carrier, trackingNumber, trackingLink, units }: Omit<Shipment, 'number'>,
): Promise<number> {
  const { last } = await tx
    .selectFrom('order_shipments')
    .select((e) => e.fn.max<number | null>('number').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const number = (last ?? 0) + 1
  await tx
    .insertInto('order_shipments')
    .values({
      order_id: orderId,
      number,
      sent_at: at,
      sent_by: by,
      carrier,
      tracking_number: trackingNumber,
      tracking_link: trackingLink,
      undone_at: null,
    })
    .execute()
  const lines = units.map(({ position, quantity }) => ({
    order_id: orderId,
    shipment: number,
    line_position: position,
    quantity,
  }))
  await tx.insertInto('order_shipment_lines').values(lines).execute()
  return number
}

/** Replaces the tracking of a shipment. Lock the order first. */
export async function writeTracking(
  tx: Kysely<Database>,
  orderId: OrderId,
  number: number,
  { carrier, trackingNumber, trackingLink }: Tracking,
): Promise<void> {
  await tx
    .updateTable('order_shipments')
    .set({ carrier, tracking_number: trackingNumber, tracking_link: trackingLink })
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .execute()
}

/** Marks a shipment as not sent: its units are open again. Lock the order first. */
export async function undoShipment(
  tx: Kysely<Database>,
  orderId: OrderId,
  number: number,
  now: number,
): Promise<void> {
  await tx
    .updateTable('order_shipments')
    .set({ undone_at: now })
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .execute()
}
