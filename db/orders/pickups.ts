import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import { waitingUnits, type Pickup, type PickupFacts } from '#domain/orders/pickup.ts'
import { findReadyRefunds } from './refunded-units.ts'
import { findShipments } from './shipments.ts'

/** What the customer took of an order, oldest first, without pickups that were undone. */
export async function findPickups(db: Kysely<Database>, orderId: OrderId): Promise<Pickup[]> {
  const rows = await db
    .selectFrom('order_pickups')
    .select(['number', 'picked_up_at as at', 'handed_over_by as by', 'line_position as position', 'quantity'])
    .where('order_id', '=', orderId)
    .where('undone_at', 'is', null)
    .orderBy('number')
    .orderBy('line_position')
    .execute()
  return [...Map.groupBy(rows, ({ number }) => number)].flatMap(([number, [first, ...more]]) =>
    first === undefined
      ? []
      : [
          {
            number,
            at: first.at,
            by: first.by,
            units: [first, ...more].map(({ position, quantity }) => ({ position, quantity })),
          },
        ],
  )
}

/** What decides which units of an order for pickup wait for the customer. */
export async function findPickupFacts(db: Kysely<Database>, orderId: OrderId): Promise<PickupFacts> {
  return {
    shipments: await findShipments(db, orderId),
    pickups: await findPickups(db, orderId),
    readyRefunds: await findReadyRefunds(db, orderId),
  }
}

/** Writes the next pickup of an order. Lock the order first. Returns its number. */
export async function insertPickup(
  tx: Kysely<Database>,
  orderId: OrderId,
  { at, by, units }: Omit<Pickup, 'number'>,
): Promise<number> {
  const { last } = await tx
    .selectFrom('order_pickups')
    .select((e) => e.fn.max<number | null>('number').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const number = (last ?? 0) + 1
  const rows = units.map(({ position, quantity }) => ({
    order_id: orderId,
    number,
    line_position: position,
    quantity,
    picked_up_at: at,
    handed_over_by: by,
    undone_at: null,
  }))
  await tx.insertInto('order_pickups').values(rows).execute()
  return number
}

/** Marks a pickup as a mistake: its units are still there. Lock the order first. */
export async function markPickupUndone(
  tx: Kysely<Database>,
  orderId: OrderId,
  number: number,
  now: number,
): Promise<void> {
  await tx
    .updateTable('order_pickups')
    .set({ undone_at: now })
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .execute()
}

/**
 * Updates `orders.picked_up_at` (when the customer collected the last item that was ready, or the last one that waited
 * was refunded; null while one is still waiting) and `has_pickups` (whether any was collected). Call it after each
 * change of the order's pickups; `updateFulfilment` does after those of shipments and refunds. Lock the order first.
 */
export async function updatePickedUp(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  const facts = await findPickupFacts(tx, orderId)
  const { shipments, pickups, readyRefunds } = facts
  const ends = pickups.length > 0 ? pickups : readyRefunds
  const isOver = shipments.length > 0 && ends.length > 0 && waitingUnits(facts).length === 0
  const pickedUpAt = isOver ? Math.max(...ends.map(({ at }) => at)) : null
  const columns = { picked_up_at: pickedUpAt, has_pickups: pickups.length > 0 ? (1 as const) : (0 as const) }
  await tx.updateTable('orders').set(columns).where('id', '=', orderId).execute()
}
